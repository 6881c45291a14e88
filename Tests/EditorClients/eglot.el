;;; Drives `statechart lsp` in Emacs with eglot.  -*- lexical-binding: t -*-

(require 'cl-lib)

(defun fail (format &rest arguments)
  (princ (concat "FAILED in Emacs: " (apply #'format format arguments) "\n") #'external-debugging-output)
  (kill-emacs 1))

(defun wait-until (what condition)
  (let ((end (+ (float-time) 10)))
    (while (not (funcall condition))
      (when (> (float-time) end) (fail "%s" what))
      (accept-process-output nil 0.05))))

(defun findings () (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun wait-for-findings (count what)
  (eglot--signal-textDocument/didChange)
  (wait-until (format "%s: %S" what (findings))
              (lambda () (flymake-start) (= count (length (findings))))))

(defun write-line (text)
  (delete-region (line-beginning-position) (line-end-position))
  (insert text))

;; The settings of the guide.
(load (getenv "SETTINGS"))
(setq eglot-autoshutdown t)
(find-file (getenv "CHART"))
(yaml-mode)
(apply #'eglot (eglot--guess-contact))
(wait-until "no server" #'eglot-current-server)
(flymake-mode 1)

;; Break a target.
(goto-char (point-min))
(search-forward "resendCode: askingEmail")
(write-line "      resendCode: askingEmial")
(wait-for-findings 1 "a wrong target")

;; Fix it.
(let* ((beginning (eglot--pos-to-lsp-position (line-beginning-position)))
       (end (eglot--pos-to-lsp-position (line-end-position)))
       (actions (jsonrpc-request
                 (eglot--current-server-or-lose) :textDocument/codeAction
                 (list :textDocument (eglot--TextDocumentIdentifier)
                       :range (list :start beginning :end end) :context (list :diagnostics [])))))
  (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit)))
(unless (save-excursion (goto-char (point-min)) (search-forward "resendCode: askingEmail\n" nil t))
  (fail "not fixed"))
(wait-for-findings 0 "after the fix")

;; Complete, while the line is broken.
(goto-char (point-min))
(search-forward "      resendCode: ")
(write-line "      resendCode: { target: as")
(let ((found (eglot-completion-at-point)))
  (unless (member "askingEmail" (all-completions "as" (nth 2 found)))
    (fail "completions: %S" (all-completions "as" (nth 2 found)))))
(write-line "      resendCode: askingEmail")
(wait-for-findings 0 "after the completion")

;; Hover and jump.
(goto-char (point-min))
(search-forward "submitEmail: sendi")
(let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                              (eglot--TextDocumentPositionParams))))
  (unless (string-match-p "Sending the code" (plist-get (plist-get hover :contents) :value))
    (fail "hover: %S" hover)))
(let ((xref-prompt-for-identifier nil))
  (xref-find-definitions (xref-backend-identifier-at-point 'eglot)))
(unless (looking-at "sendingCode:") (fail "jumped to line %d" (line-number-at-pos)))


;; Rename the state, and format.
(eglot-rename "mailing")
(unless (looking-at "mailing:") (fail "renamed to %s" (thing-at-point 'line)))
(when (save-excursion (goto-char (point-min)) (search-forward "sendingCode" nil t)) (fail "not renamed everywhere"))
(wait-for-findings 0 "after the renaming")
(write-line "  mailing:   ")
(eglot-format-buffer)
(goto-char (point-min))
(unless (search-forward "  mailing:\n" nil t) (fail "not formatted"))

(set-buffer-modified-p nil)
(princ "Emacs: opened, broke, fixed, completed, hovered, jumped, renamed, formatted\n")
(eglot-shutdown (eglot--current-server-or-lose))
(kill-emacs 0)
