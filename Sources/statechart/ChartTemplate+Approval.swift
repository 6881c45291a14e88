extension ChartTemplate {
  /// A request that somebody approves within a time limit.
  static let approval = #"""
    statechart: 1
    id: {{id}}
    title: {{title}}
    description: >
      A person asks for something, and somebody else approves or rejects it. After a day the approver gets a reminder. After
      three days the request expires.

    # What the people do. The app sends these events to the flow, with their data.
    events:
      submitRequest: { title: request submitted, payload: { request: string } }
      approve: { title: request approved }
      reject: { title: request rejected, payload: { reason: string } }
      withdraw: { title: request withdrawn }

    # What can go wrong, in the words that the person reads.
    errors:
      notSent: { title: We could not send the request. Please try again. }

    # What the flow sends to the app.
    outputs:
      showError: { title: show an error, payload: { error: error } }
      remindApprover: { title: remind the approver }
      showReason: { title: show why the request was rejected, payload: { reason: string } }

    # What the app does for the flow, such as a call to a server.
    handlers:
      services:
        sendRequest:
          title: send the request to the approver
          input: { request: string }
          errors: [notSent]

    # The flow starts in this state.
    initial: writing

    # A state is one situation of the flow: a screen that waits for the person, or work in progress.
    states:
      writing:
        title: {{writing}}
        # The errors that this screen may show.
        errors: [notSent]
        # Where each event leads.
        on:
          submitRequest: sending

      sending:
        title: {{sending}}
        # The service starts when the flow enters the state.
        invoke:
          service: sendRequest
          input: { request: event.data.request }
          # A service that takes longer fails.
          timeout: 15s
          done: waiting
          failed:
            # `any` handles every error of the service.
            any:
              target: writing
              actions: { emit: showError, data: { error: notSent } }

      # A group of states: its events work in all states inside it.
      waiting:
        title: {{waiting}}
        initial: unanswered
        on:
          approve: approved
          reject:
            target: rejected
            actions: { emit: showReason, data: { reason: event.data.reason } }
          withdraw: withdrawn
        # Where the flow goes when nobody answers for this time.
        after:
          3d: expired
        states:
          unanswered:
            title: {{unanswered}}
            after:
              1d: { target: reminded, actions: { emit: remindApprover } }
          reminded:
            title: {{reminded}}

      # The flow ends in a state of this type. `ending` says how: success, failure or canceled.
      approved:
        type: final
        ending: success
        title: {{approved}}

      rejected:
        type: final
        ending: failure
        title: {{rejected}}

      expired:
        type: final
        ending: failure
        title: {{expired}}

      withdrawn:
        type: final
        ending: canceled
        title: {{withdrawn}}

    """#
}
