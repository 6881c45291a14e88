#if canImport(SwiftUI)
  import Statecharts
  import StatechartsObservation
  import SwiftUI

  /// The same screens in a window. `SignInView(model: SessionModel(session))` is all that an app needs.
  struct SignInView: View {
    let model: SessionModel<SignIn>
    @State private var text = ""

    var body: some View {
      VStack(alignment: .leading, spacing: 12) {
        if let screen = Screen(configuration: model.configuration, context: model.context) {
          Text(screen.title).font(.headline)
          if let problem = screen.problem { Text(problem).foregroundStyle(.red) }
          if screen.isBusy { ProgressView() }
          if let field = screen.field { input(field) }
          ForEach(screen.buttons, id: \.title) { button in
            Button(button.title) { model.send(button.event) }
          }
        }
      }
      .padding()
      .task { await model.follow() }
    }

    @ViewBuilder
    private func input(_ field: Screen.Field) -> some View {
      if field.isSecret {
        SecureField(field.prompt, text: $text).onSubmit { submit(field) }
      } else {
        TextField(field.prompt, text: $text).onSubmit { submit(field) }
      }
    }

    private func submit(_ field: Screen.Field) {
      model.send(field.event(text))
      text = ""
    }
  }
#endif
