#pragma once

/// The bytes that are allocated on the heap, including those of the allocator.
long heap_bytes_in_use(void);
