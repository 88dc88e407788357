import { useEffect, useState } from 'react'
import { refusalOf } from '#api/useApi.ts'
import type { Refusal } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import EnrolmentForm from './EnrolmentForm.tsx'
import { call, type Enrolment, type Receipt } from './enrolmentCalls.ts'
import { keepEnrolment, keptEnrolment, type Proof, withoutIdentity } from './enrolmentKept.ts'
import { rowsOf, withFixed, withoutBlanks, writtenOf } from './enrolmentParts.ts'
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
  useEffect(() => {
    call('GET /app/training/getApply', { trainingId: courseId }, proof.ticket).then(
      blank => {
        const begun = { participants: [{}], ...blank.form, ...keptEnrolment(`form:${courseId}`) }
        setValues({ ...begun, contactMobile: proof.phone })
        setOf(withFixed(blank, 'visitor'))
      },
      error => setProblem(refusalOf(error)),
    )
  }, [courseId, proof])
  const change = (next: FormValues) => {
    setValues(next)
    keepEnrolment(`form:${courseId}`, withoutIdentity(next))
  }
  const submit = async () => {
    setBusy(true)
    const sent = withoutBlanks(values)
    setValues(sent)
    try {
      const written = writtenOf(of!.fields, sent)
      const wish = seats.wished(rowsOf(sent).length)
      const done = await call('POST /app/training/submit', { trainingId: courseId, ...written, ...wish }, proof.ticket)
      keepEnrolment(`form:${courseId}`, null)
      onDone(done)
    } catch (error) {
      const refused = refusalOf(error)
      // The proof of the phone lasts a day.
      if (refused.fields?.smsCode) forget()
      await seats.refused(refused)
      setProblem(refused)
    } finally {
      setBusy(false)
    }
  }
  if (!of) return <p role={problem ? 'alert' : 'status'}>{problem?.message ?? '正在打开报名表…'}</p>
  return (
    <>
      <p className="enrol-proved">
        联系人手机 <b>{proof.phone}</b> 已验证。
        <button type="button" className="enrol-link" onClick={forget}>
          换一个手机号
        </button>
      </p>
      <EnrolmentForm
        of={of}
        values={values}
        busy={busy}
        ticket={proof.ticket}
        onChange={change}
        errors={problem?.fields ?? NONE}
        message={problem?.message}
        onSubmit={() => void submit()}
        seats={seats}
        label={seats.left === 0 ? '提交并候补' : '提交报名'}
      />
    </>
  )
}

const NONE = {}
