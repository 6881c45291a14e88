extension ChartTemplate {
  /// A form: fill in, check, save.
  static let form = #"""
    statechart: 1
    id: {{id}}
    title: {{title}}
    description: >
      A person fills in a form. The flow checks the data and saves it.

    # The data that the flow keeps. `personal` data stays out of logs.
    context:
      name: { type: string, optional: true, personal: true, description: The name in the form. }
      email: { type: string, optional: true, personal: true, description: The email address in the form. }

    # What the person does. The app sends these events to the flow, with their data.
    events:
      submitForm:
        title: form submitted
        payload:
          name: { type: string, personal: true }
          email: { type: string, personal: true }
      cancel: { title: form canceled }

    # What can go wrong, in the words that the person reads.
    errors:
      nameMissing: { title: Please enter your name. }
      emailInvalid: { title: Please enter a valid email address. }
      notSaved: { title: We could not save the form. Please try again. }

    # What the flow sends to the app.
    outputs:
      showError: { title: show an error, payload: { error: error } }

    # What the app does for the flow, such as a call to a server.
    handlers:
      services:
        saveForm:
          title: save the form
          input:
            name: { type: string, personal: true }
            email: { type: string, personal: true }
          errors: [notSaved]

    # The flow starts in this state.
    initial: fillingIn

    # A state is one situation of the flow: a screen that waits for the person, or work in progress.
    states:
      fillingIn:
        title: {{fillingIn}}
        # The errors that this screen may show.
        errors: [nameMissing, emailInvalid, notSaved]
        # Where each event leads. `assign` keeps the data of the event.
        on:
          submitForm:
            target: checking
            actions: { assign: { name: event.data.name, email: event.data.email } }
          cancel: canceled

      # A decision: the first transition whose `guard` is true is taken at once.
      checking:
        type: choice
        title: {{checking}}
        always:
          - guard: name == ''
            target: fillingIn
            actions: { emit: showError, data: { error: nameMissing } }
          - guard: not contains(email, '@')
            target: fillingIn
            actions: { emit: showError, data: { error: emailInvalid } }
          # Without a guard: everything else.
          - saving

      saving:
        title: {{saving}}
        # The service starts when the flow enters the state.
        invoke:
          service: saveForm
          input: { name: name, email: email }
          # A service that takes longer fails.
          timeout: 15s
          # A failed service starts again: after 2 seconds, then after 4 seconds.
          retry: { attempts: 2, backoff: 2s }
          done: saved
          failed:
            # `any` handles every error of the service, after the last retry.
            any:
              target: fillingIn
              actions: { emit: showError, data: { error: notSaved } }

      # The flow ends in a state of this type. `ending` says how: success, failure or canceled.
      saved:
        type: final
        ending: success
        title: {{saved}}

      canceled:
        type: final
        ending: canceled
        title: {{canceled}}

    """#
}
