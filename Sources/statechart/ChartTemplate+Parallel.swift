extension ChartTemplate {
  /// Two regions that go on at the same time.
  static let parallel = #"""
    statechart: 1
    id: {{id}}
    title: {{title}}
    description: >
      A person chooses a name while the app creates the account. The flow goes on when both are done.

    # The data that the flow keeps. `personal` data stays out of logs.
    context:
      name: { type: string, optional: true, personal: true, description: The name that the person typed. }

    # What the person does. The app sends these events to the flow, with their data.
    events:
      submitName: { title: name typed, payload: { name: { type: string, personal: true } } }
      confirmName: { title: name confirmed }
      changeName: { title: another name wanted }
      tryAgain: { title: try again }

    # What can go wrong, in the words that the person reads.
    errors:
      accountNotCreated: { title: We could not create the account. }

    # What the flow sends to the app.
    outputs:
      showError: { title: show an error, payload: { error: error } }

    # What the app does for the flow, such as a call to a server.
    handlers:
      services:
        createAccount:
          title: create the account
          errors: [accountNotCreated]

    # The flow starts in this state.
    initial: settingUp

    # A state is one situation of the flow: a screen that waits for the person, or work in progress.
    states:
      # All states directly inside a parallel state are active at the same time. They are called regions.
      settingUp:
        type: parallel
        title: {{settingUp}}
        # Where the flow goes when all regions have reached a final state.
        done: ready
        states:
          profile:
            title: {{profile}}
            initial: askingName
            states:
              askingName:
                title: {{askingName}}
                # Where each event leads. `assign` keeps the data of the event.
                on:
                  submitName:
                    target: confirmingName
                    actions: { assign: { name: event.data.name } }
              confirmingName:
                title: {{confirmingName}}
                on:
                  confirmName: nameConfirmed
                  changeName: askingName
              nameConfirmed:
                type: final
                title: {{nameConfirmed}}

          account:
            title: {{account}}
            initial: creatingAccount
            states:
              creatingAccount:
                title: {{creatingAccount}}
                # The service starts when the flow enters the state.
                invoke:
                  service: createAccount
                  # A service that takes longer fails.
                  timeout: 30s
                  # A failed service starts again: after 2 seconds, then after 4 seconds.
                  retry: { attempts: 2, backoff: 2s }
                  done: accountCreated
                  failed:
                    # `any` handles every error of the service, after the last retry.
                    any:
                      target: accountFailed
                      actions: { emit: showError, data: { error: accountNotCreated } }
              accountFailed:
                title: {{accountFailed}}
                # The errors that this screen may show.
                errors: [accountNotCreated]
                on:
                  tryAgain: creatingAccount
              accountCreated:
                type: final
                title: {{accountCreated}}

      # The flow ends in a state of this type. `ending` says how: success, failure or canceled.
      ready:
        type: final
        ending: success
        title: {{ready}}

    """#
}
