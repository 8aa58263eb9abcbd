import Airwave

nonisolated(unsafe) let variables: [Scenario] = [
  Scenario("2: a set beside a read of a variable") { run in
    let variable = Variable(Box(0)), read = Heard()
    run.thread { variable.value = Box(1) }
    run.thread { read.hear(variable.value) }
    run.finally("nothing is read") { read.numbers == [0] || read.numbers == [1] }
  },
  Scenario("2: two sets and a read of a variable") { run in
    let variable = Variable(Box(0)), read = Heard()
    let heard = variable.receiver.record()
    run.thread { variable.value = Box(1) }
    run.thread { variable.value = Box(2) }
    run.thread { read.hear(variable.value) }
    run.finally("the last value is not the last that was heard") {
      heard.isMerge(of: [0], [1], [2]) && heard.numbers.last == variable.value.number
    }
  },
  Scenario("2: three threads set a variable, with an offered gate", olderValues: 0, jumps: 1) { run in
    let variable = Variable(Box(0))
    let heard = variable.receiver.record()
    run.thread { variable.value = Box(1) }
    run.thread { [11, 12].forEach { variable.value = Box($0) } }
    run.thread { variable.value = Box(21) }
    run.finally("sets are lost or reordered") {
      heard.isMerge(of: [0], [1], [11, 12], [21]) && heard.numbers.last == variable.value.number
    }
  },
  Scenario("2: two threads change a variable in place") { run in
    let variable = Variable(0)
    run.thread { variable.withValue { $0 += 1 } }
    run.thread { variable.withValue { $0 += 1 } }
    run.finally("a change is lost") { variable.value == 2 }
  },
  Scenario("2, 4: a listener sets a variable beside another thread") { run in
    let variable = Variable(0), heard = Heard()
    variable.receiver.listen { [weak variable] value in
      heard.hear(value)
      if value == 1 { variable?.value = 3 }
    }
    run.thread { variable.value = 1 }
    run.thread { variable.value = 2 }
    run.finally("sets are lost or reordered") {
      heard.isMerge(of: [0], [1, 3], [2]) && heard.numbers.last == variable.value
    }
  },
]
