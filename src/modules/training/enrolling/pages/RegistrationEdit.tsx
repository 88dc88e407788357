import { useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import type { Refusal } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import EnrolmentForm from './EnrolmentForm.tsx'
import type { Calls, Enrolment, Person } from './enrolmentCalls.ts'
import { changesOf, memberBy, withFixed, withoutBlanks } from './enrolmentParts.ts'

type Props = {
  of: Enrolment
  calls: Calls
  people: readonly Person[] | undefined
  lastInvoice: FormValues | null | undefined
  done: () => Promise<void>
  /** Closes the form without changes; undefined if a correction is required. */
  leave: (() => void) | undefined
}

/** The form once more, with what may be changed open. */
export function RegistrationEdit({ of: given, calls, people, lastInvoice, done, leave }: Props) {
  const [of] = useState(() => withFixed(given, calls.ticket ? 'visitor' : memberBy(given)))
  const [values, setValues] = useState(of.form)
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const submit = async () => {
    setBusy(true)
    const sent = withoutBlanks(values)
    setValues(sent)
    try {
      await calls.act('submit', { ...changesOf(of.fields, of.form, sent), answers, version: of.reg!.version })
      await done()
    } catch (error) {
      setProblem(toRefusal(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <EnrolmentForm
      of={of}
      values={values}
      people={people}
      lastInvoice={lastInvoice}
      answers={answers}
      busy={busy}
      ticket={calls.ticket}
      onChange={setValues}
      onAnswer={(name, text) => setAnswers({ ...answers, [name]: text })}
      errors={problem?.fields ?? NONE}
      message={problem?.message}
      onSubmit={() => void submit()}
      label="提交更正"
    >
      {leave && (
        <button type="button" className="button" onClick={leave}>
          不更正
        </button>
      )}
    </EnrolmentForm>
  )
}

const NONE = {}
