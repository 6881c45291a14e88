extension FormatObject {
  static let assignKeys: [FormatKey] = [
    FormatKey(
      .assign, .expressions(.variable), required: true, "Sets variables, one after the other.",
      example: "assign: { tries: tries + 1 }")
  ]

  static let raiseKeys: [FormatKey] = [
    FormatKey(
      .raise, .name(.event), required: true,
      "Makes the chart answer an event of its own before anything that waits outside.",
      example: "raise: ready"),
    dataKey,
  ]

  static let sendKeys: [FormatKey] = [
    FormatKey(
      .send, .computable(.event), required: true, "Sends an event, at once or later.",
      example: "send: remind"),
    dataKey,
    FormatKey(
      .content, .expression, "What comes with it as one value, in place of `data`.", example: "content: 21"),
    FormatKey(
      .delay, .delay, default: "sent at once", "How long to wait before it is sent.", example: "delay: 5m"),
    FormatKey(
      .resume, .choice(["deadline", "remainder", "restart"]), default: "`deadline`",
      "What a stored session does with the delay when it goes on, as with timers.",
      example: "resume: remainder"),
    FormatKey(.id, .name(.sendID), "The id by which `cancel` finds it.", example: "id: reminder"),
    FormatKey(
      .idTo, .name(.variable), "A variable that receives an id made for this one send.",
      example: "idTo: lastSend"),
    FormatKey(
      .to, .computable(.work), default: "the chart itself",
      "Who receives it: `parent`, the chart that runs this one, the id of running work, or a computed address.",
      example: "to: parent"),
  ]

  static let cancelKeys: [FormatKey] = [
    FormatKey(
      .cancel, .computable(.sendID), required: true, "Takes back a `send` that still waits.",
      example: "cancel: reminder")
  ]

  static let emitKeys: [FormatKey] = [
    FormatKey(.emit, .name(.output), required: true, "Tells the app something.", example: "emit: signedIn"),
    dataKey,
  ]

  static let logKeys: [FormatKey] = [
    FormatKey(
      .log, .expression, required: true, "Writes a value to the log of the run.", example: "log: tries")
  ]

  static let chooseKeys: [FormatKey] = [
    FormatKey(.if, .expression, required: true, "What must hold.", example: "if: tries > 3"),
    FormatKey(.then, .actions, required: true, "Done when it holds.", example: "then: lockAccount"),
    FormatKey(
      .else, .actions, default: "nothing is done", "Done when it does not hold.", example: "else: showHint"),
  ]

  static let forEachKeys: [FormatKey] = [
    FormatKey(
      .foreach, .expression, required: true, "The list to go through.", example: "foreach: devices"),
    FormatKey(
      .as, .name(.item), required: true, "What the element is called inside `do`.", example: "as: device"),
    FormatKey(
      .index, .name(.item), "What its number, from 0, is called inside `do`.", example: "index: number"),
    FormatKey(
      .do, .actions, required: true, "Done once for each element.", example: "do: { emit: found }"),
  ]

  private static let dataKey = FormatKey(
    .data, .expressions(.field), "What comes with it, as `event.data`.", example: "data: { name: userName }")
}
