#pragma once

/// The bytes of all that is allocated on the heap, the allocator's own among them.
long heap_bytes_in_use(void);
