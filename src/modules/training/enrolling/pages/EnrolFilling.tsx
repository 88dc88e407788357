import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { toRefusal } from '#api/useApi.ts'
import type { Refusal } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { formatPhone } from '#lib/form/phone.ts'
import { goToField } from '#ui/form/goToField.ts'
import EnrolmentForm from './EnrolmentForm.tsx'
import { call, type Enrolment, type Receipt } from './enrolmentCalls.ts'
import { rowsOf, withFixed, withoutBlanks, writtenOf } from './enrolmentParts.ts'
import { type Proof, readStoredEnrolment, storeEnrolment, withoutIdentity } from './enrolmentStorage.ts'
import { useSeats } from './useSeats.ts'

type Props = {
  course: Pick<Enrolment['training'], 'id' | 'left'>
  proof: Proof
  forget: () => void
  onDone: (receipt: Receipt) => void
}

/** The second step of a visitor: the form, of which a reload loses only who somebody is. */
export default function EnrolFilling({ course, proof, forget, onDone }: Props) {
  const courseId = course.id
  const seats = useSeats(course)
  const [of, setOf] = useState<Enrolment>()
  const [values, setValues] = useState<FormValues>({})
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  /** Looked over once more, as the server would take it. */
  const [isChecked, setChecked] = useState(false)
  useEffect(() => {
    call('GET /app/training/getApply', { trainingId: courseId }, proof.ticket).then(
      blank => {
        const begun = { participants: [{}], ...blank.form, ...readStoredEnrolment(`form:${courseId}`) }
        setValues({ ...begun, contactMobile: proof.phone })
        setOf(withFixed(blank, 'visitor'))
      },
      error => setProblem(toRefusal(error)),
    )
  }, [courseId, proof])
  const change = (next: FormValues) => {
    setValues(next)
    storeEnrolment(`form:${courseId}`, withoutIdentity(next))
  }
  const submit = async () => {
    setBusy(true)
    const filled = withoutBlanks(values)
    setValues(filled)
    const wish = seats.wished(rowsOf(filled).length)
    const sent = { trainingId: courseId, ...writtenOf(of!.fields, filled), ...wish }
    try {
      if (!isChecked) {
        await call('POST /app/training/check', sent, proof.ticket)
        setProblem(null)
        setChecked(true)
        return
      }
      const done = await call('POST /app/training/submit', sent, proof.ticket)
      storeEnrolment(`form:${courseId}`, null)
      onDone(done)
    } catch (error) {
      const refused = toRefusal(error)
      setChecked(false)
      // The proof of the phone lasts a day.
      if (refused.fields?.smsCode) forget()
      await seats.refused(refused)
      setProblem(refused)
    } finally {
      setBusy(false)
    }
  }
  const goBack = (field?: string) => {
    flushSync(() => setChecked(false))
    if (field) goToField(field, { part: true })
  }
  if (!of) return <p role={problem ? 'alert' : 'status'}>{problem?.message ?? '正在打开报名表…'}</p>
  return (
    <>
      <p className="enrol-proved">
        联系人手机 <b>{formatPhone(proof.phone)}</b> 已验证。
        <button type="button" className="enrol-link" onClick={forget}>
          换一个手机号
        </button>
      </p>
      <EnrolmentForm
        of={of}
        lookOver={isChecked ? goBack : undefined}
        values={values}
        busy={busy}
        ticket={proof.ticket}
        onChange={change}
        errors={problem?.fields ?? NONE}
        message={problem?.message}
        onSubmit={() => void submit()}
        seats={seats}
        label={isChecked ? (seats.left === 0 ? '确认提交并候补' : '确认提交') : '下一步：核对报名表'}
      />
    </>
  )
}

const NONE = {}
