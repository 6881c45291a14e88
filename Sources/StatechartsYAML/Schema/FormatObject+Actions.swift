extension FormatObject {
  static let assignKeys: [FormatKey] = [
    FormatKey(
      .assign, .expressions(.variable), required: true, "Sets variables, one after the other.",
      example: "assign: { tries: tries + 1 }")
  ]

  static let raiseKeys: [FormatKey] = [
    FormatKey(
      .raise, .name(.event), required: true,
      "Raises an event inside the chart, before any event from outside.",
      example: "raise: ready"),
    dataKey,
  ]

  static let sendKeys: [FormatKey] = [
    FormatKey(
      .send, .computable(.event), required: true, "Sends an event, at once or later.",
      example: "send: remind"),
    dataKey,
    FormatKey(
      .content, .expression, "The data of the event as a single value, instead of `data`.",
      example: "content: 21"),
    FormatKey(
      .delay, .delay, default: "sent at once", "The wait before it is sent.", example: "delay: 5m"),
    FormatKey(
      .resume, .choice(["deadline", "remainder", "restart"]), default: "`deadline`",
      "What a restored session does with the delay. See `resume` of a transition.",
      example: "resume: remainder"),
    FormatKey(.id, .name(.sendID), "The id for `cancel`.", example: "id: reminder"),
    FormatKey(
      .idTo, .name(.variable), "The variable that receives the generated id of this send.",
      example: "idTo: lastSend"),
    FormatKey(
      .to, .computable(.work), default: "the chart itself",
      "The receiver: `parent` (the chart that runs this one), the id of an `invoke`, or a computed address.",
      example: "to: parent"),
  ]

  static let cancelKeys: [FormatKey] = [
    FormatKey(
      .cancel, .computable(.sendID), required: true, "Cancels a delayed `send`.",
      example: "cancel: reminder")
  ]

  static let emitKeys: [FormatKey] = [
    FormatKey(
      .emit, .name(.output), required: true, "Sends an output to the app.", example: "emit: signedIn"),
    dataKey,
  ]

  static let logKeys: [FormatKey] = [
    FormatKey(
      .log, .expression, required: true, "Writes a value to the log.", example: "log: tries")
  ]

  static let chooseKeys: [FormatKey] = [
    FormatKey(.if, .expression, required: true, "The condition.", example: "if: tries > 3"),
    FormatKey(
      .then, .actions, required: true, "The actions if the condition is true.", example: "then: lockAccount"),
    FormatKey(
      .else, .actions, default: "nothing is done", "The actions if the condition is false.",
      example: "else: showHint"),
  ]

  static let forEachKeys: [FormatKey] = [
    FormatKey(
      .foreach, .expression, required: true, "The list to loop over.", example: "foreach: devices"),
    FormatKey(
      .as, .name(.item), required: true, "The name of the element inside `do`.", example: "as: device"),
    FormatKey(
      .index, .name(.item), "The name of the index inside `do`, counted from 0.", example: "index: number"),
    FormatKey(
      .do, .actions, required: true, "The actions for each element.", example: "do: { emit: found }"),
  ]

  private static let dataKey = FormatKey(
    .data, .expressions(.field), "The data that is sent with it, read as `event.data`.",
    example: "data: { name: userName }")
}
