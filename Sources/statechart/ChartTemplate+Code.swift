extension ChartTemplate {
  /// Sign-in with a code: ask, send, ask again, check.
  static let code = #"""
    statechart: 1
    id: {{id}}
    title: {{title}}
    description: >
      A person types an email address, gets a code by mail, and types the code.

    # The data that the flow keeps. `clear` sets a variable back when the flow leaves that state.
    context:
      attempts: { type: int, initial: 0, clear: askingEmail, description: How many wrong codes the person typed. }

    # What the person does. The app sends these events to the flow. `secret` data is never shown or stored.
    events:
      submitEmail: { title: email address typed, payload: { address: { type: string, personal: true } } }
      submitCode: { title: code typed, payload: { code: { type: string, secret: true } } }
      changeEmail: { title: another email address wanted }

    # What can go wrong, in the words that the person reads.
    errors:
      mailNotSent: { title: We could not send the email. }
      wrongCode: { title: This code is not right. }
      notChecked: { title: We could not check the code. }

    # What the flow sends to the app.
    outputs:
      showError: { title: show an error, payload: { error: error } }

    # What the app does for the flow, such as a call to a server.
    handlers:
      services:
        sendCode:
          title: send the code by mail
          input: { address: { type: string, personal: true } }
          errors: [mailNotSent]
        checkCode:
          title: check the code
          input: { code: { type: string, secret: true } }
          errors: [wrongCode]

    # The flow starts in this state.
    initial: askingEmail

    # A state is one situation of the flow: a screen that waits for the person, or work in progress.
    states:
      askingEmail:
        title: {{askingEmail}}
        # The errors that this screen may show.
        errors: [mailNotSent]
        # Where each event leads.
        on:
          submitEmail: sendingCode

      sendingCode:
        title: {{sendingCode}}
        # The service starts when the flow enters the state.
        invoke:
          service: sendCode
          input: { address: event.data.address }
          # A service that takes longer fails.
          timeout: 15s
          done: askingCode
          failed:
            # `any` handles every error of the service.
            any:
              target: askingEmail
              actions: { emit: showError, data: { error: mailNotSent } }

      askingCode:
        title: {{askingCode}}
        errors: [wrongCode, notChecked]
        on:
          submitCode: checkingCode
          changeEmail: askingEmail
        # Where the flow goes when the person does nothing for this time.
        after:
          10m: askingEmail

      checkingCode:
        title: {{checkingCode}}
        invoke:
          service: checkCode
          input: { code: event.data.code }
          timeout: 15s
          done: signedIn
          failed:
            # The first transition whose `guard` is true is taken.
            wrongCode:
              - guard: attempts < 2
                target: askingCode
                actions:
                  - assign: { attempts: attempts + 1 }
                  - { emit: showError, data: { error: wrongCode } }
              - { target: askingEmail, label: third wrong code }
            # All other errors, such as a server that is too slow. They do not count.
            any:
              target: askingCode
              actions: { emit: showError, data: { error: notChecked } }

      # The flow ends in a state of this type. `ending` says how: success, failure or canceled.
      signedIn:
        type: final
        ending: success
        title: {{signedIn}}

    """#
}
