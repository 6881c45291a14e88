extension FormatObject {
  static let variableKeys: [FormatKey] = [
    typeKey,
    FormatKey(
      .initial, .expression, default: "no value",
      "The value at the start: an expression of literals alone. One of `values` needs no inner quotes.",
      example: "initial: 0"),
    FormatKey(
      .input, .bool, default: "`false`", "Whether the app may give the value when it starts the chart.",
      example: "input: true"),
    optionalKey,
    valuesKey,
    secretKey,
    personalKey,
    FormatKey(
      .persist, .choice(["always", "never"]), default: "`always`; `never` for a secret",
      "Whether a stored session keeps the value.", example: "persist: never"),
    FormatKey(
      .clear, .oneOrMoreNames(.state), default: "it keeps its value",
      "The states on whose leaving it gets its initial value again.", example: "clear: asking"),
    FormatKey(.description, .text, "What it is for.", example: "description: Wrong passwords so far."),
  ]

  static let fieldKeys: [FormatKey] = [
    typeKey, optionalKey, valuesKey, secretKey, personalKey,
    FormatKey(.description, .text, "What it means.", example: "description: In lower case."),
  ]

  static let typeKeys: [FormatKey] = [
    typeKey, optionalKey,
    FormatKey(.description, .text, "What it means.", example: "description: In lower case."),
  ]

  static let eventKeys: [FormatKey] = declarationKeys(
    title: "What people and diagrams call it.", payload: "What comes with it, as `event.data`.")
  static let errorKeys: [FormatKey] = declarationKeys(
    title: "The words shown to people.", payload: "What comes with the error, as `event.data`.")
  static let outputKeys: [FormatKey] = declarationKeys(
    title: "What people call it.", payload: "What comes with it.")

  static let handlersKeys: [FormatKey] = [
    FormatKey(
      .guards, .mapping(.handler, .described(.guardHandler)), default: "guards are not checked",
      "Questions with a yes-or-no answer, asked by `guard`.", example: "guards: { emailIsValid: {} }"),
    FormatKey(
      .actions, .mapping(.handler, .described(.actionHandler)), default: "actions are not checked",
      "Things that are done at once.", example: "actions: { clearForm: {} }"),
    FormatKey(
      .services, .mapping(.handler, .described(.service)), default: "services are not checked",
      "Work that takes time, started by `invoke`.", example: "services: { checkPassword: {} }"),
    FormatKey(
      .queries, .mapping(.handler, .described(.query)), default: "queries are not checked",
      "Questions that the app may ask while a state that lists them is active.",
      example: "queries: { isEmailValid: { result: bool } }"),
  ]

  static let guardKeys: [FormatKey] = [
    titleKey("What people call it."), descriptionKey,
    FormatKey(
      .payload, .fields, "What the event must carry when it is asked.", example: "payload: { email: string }"),
    argumentsKey,
  ]

  static let actionHandlerKeys: [FormatKey] = [
    titleKey("What people call it."), descriptionKey, argumentsKey,
  ]

  static let serviceKeys: [FormatKey] = [
    titleKey("What people call it."), descriptionKey,
    FormatKey(.input, .fields, "What it is given.", example: "input: { email: string }"),
    FormatKey(
      .result, .type, default: "nothing", "What it answers when it ends well.",
      example: "result: { known: bool }"),
    FormatKey(
      .errors, .names(.error), default: "none", "The error codes with which it may fail.",
      example: "errors: [wrongPassword]"),
    FormatKey(
      .sends, .names(.event), default: "none", "The events that it may send while it runs.",
      example: "sends: [progress]"),
  ]

  static let queryKeys: [FormatKey] = [
    titleKey("What people call it."), descriptionKey, argumentsKey,
    FormatKey(.result, .type, default: "nothing", "What it answers.", example: "result: bool"),
  ]

  private static let typeKey = FormatKey(
    .type, .type, required: true, "What kind of value it holds.", example: "type: string")
  private static let optionalKey = FormatKey(
    .optional, .bool, default: "`false`", "Whether it may be without a value.", example: "optional: true")
  private static let valuesKey = FormatKey(
    .values, .texts, default: "any text", "The only texts that it may hold.",
    example: "values: [phone, email]")
  private static let secretKey = FormatKey(
    .secret, .bool, default: "`false`", "Whether it must never be shown, logged or stored.",
    example: "secret: true")
  private static let personalKey = FormatKey(
    .personal, .bool, default: "`false`", "Whether it tells who somebody is; kept out of logs.",
    example: "personal: true")
  private static let descriptionKey = FormatKey(
    .description, .text, "What it does.", example: "description: Asks the server.")
  private static let argumentsKey = FormatKey(
    .arguments, .fields, default: "none", "What it is given.", example: "arguments: { code: string }")

  private static func titleKey(_ meaning: String) -> FormatKey {
    FormatKey(.title, .text, default: "the name", meaning, example: "title: Form sent")
  }

  private static func declarationKeys(title: String, payload: String) -> [FormatKey] {
    [
      titleKey(title),
      FormatKey(.description, .text, "What it means.", example: "description: The button was pressed."),
      FormatKey(.payload, .fields, default: "nothing", payload, example: "payload: { email: string }"),
    ]
  }
}
