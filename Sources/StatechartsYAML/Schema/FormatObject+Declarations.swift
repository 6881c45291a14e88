extension FormatObject {
  static let variableKeys: [FormatKey] = [
    typeKey,
    FormatKey(
      .initial, .expression, default: "no value",
      "The value at the start, written as a literal. One of `values` needs no inner quotes.",
      example: "initial: 0"),
    FormatKey(
      .input, .bool, default: "`false`", "Whether the app may set the value when it starts the chart.",
      example: "input: true"),
    optionalKey,
    valuesKey,
    secretKey,
    personalKey,
    FormatKey(
      .persist, .choice(["always", "never"]), default: "`always`; for a secret, only if the app seals it",
      "Whether a stored session keeps the value.", example: "persist: never"),
    FormatKey(
      .clear, .oneOrMoreNames(.state), default: "it keeps its value",
      "Leaving one of these states resets it to its initial value.", example: "clear: asking"),
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
    title: "The name for people and in diagrams.",
    payload: "The data that is sent with it, read as `event.data`.")
  static let errorKeys: [FormatKey] = declarationKeys(
    title: "The message shown to people.", payload: "The data of the error, read as `event.data`.")
  static let outputKeys: [FormatKey] = declarationKeys(
    title: "The name for people.", payload: "The data that is sent with it.")

  static let handlersKeys: [FormatKey] = [
    FormatKey(
      .guards, .mapping(.handler, .described(.guardHandler)), default: "guards are not checked",
      "Conditions that the app checks, used in `guard`.", example: "guards: { emailIsValid: {} }"),
    FormatKey(
      .actions, .mapping(.handler, .described(.actionHandler)), default: "actions are not checked",
      "Actions that the app runs at once.", example: "actions: { clearForm: {} }"),
    FormatKey(
      .services, .mapping(.handler, .described(.service)), default: "services are not checked",
      "Work that takes time, started by `invoke`.", example: "services: { checkPassword: {} }"),
    FormatKey(
      .queries, .mapping(.handler, .described(.query)), default: "queries are not checked",
      "Functions that the app may call while a state that lists them is active.",
      example: "queries: { isEmailValid: { result: bool } }"),
  ]

  static let guardKeys: [FormatKey] = [
    titleKey("The name for people."), descriptionKey,
    FormatKey(
      .payload, .fields, "The data that the event must have when the guard is checked.",
      example: "payload: { email: string }"),
    argumentsKey,
  ]

  static let actionHandlerKeys: [FormatKey] = [
    titleKey("The name for people."), descriptionKey, argumentsKey,
  ]

  static let serviceKeys: [FormatKey] = [
    titleKey("The name for people."), descriptionKey,
    FormatKey(.input, .fields, "The values that it receives.", example: "input: { email: string }"),
    FormatKey(
      .result, .type, default: "nothing", "The result on success.",
      example: "result: { known: bool }"),
    FormatKey(
      .errors, .names(.error), default: "none", "The error codes that it can fail with.",
      example: "errors: [wrongPassword]"),
    FormatKey(
      .sends, .names(.event), default: "none", "The events that it may send while it runs.",
      example: "sends: [progress]"),
  ]

  static let queryKeys: [FormatKey] = [
    titleKey("The name for people."), descriptionKey, argumentsKey,
    FormatKey(.result, .type, default: "nothing", "The result.", example: "result: bool"),
  ]

  private static let typeKey = FormatKey(
    .type, .type, required: true, "The type of the value.", example: "type: string")
  private static let optionalKey = FormatKey(
    .optional, .bool, default: "`false`", "Whether the value may be missing.", example: "optional: true")
  private static let valuesKey = FormatKey(
    .values, .texts, default: "any text", "The only values that are allowed.",
    example: "values: [phone, email]")
  private static let secretKey = FormatKey(
    .secret, .bool, default: "`false`", "Whether it must never be shown, logged or stored.",
    example: "secret: true")
  private static let personalKey = FormatKey(
    .personal, .bool, default: "`false`", "Whether it is personal data, which is kept out of logs.",
    example: "personal: true")
  private static let descriptionKey = FormatKey(
    .description, .text, "What it does.", example: "description: Asks the server.")
  private static let argumentsKey = FormatKey(
    .arguments, .fields, default: "none", "The values that it receives.",
    example: "arguments: { code: string }")

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
