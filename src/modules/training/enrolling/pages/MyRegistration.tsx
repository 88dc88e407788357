import './enrolPages.css'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { PaymentPapers } from '#modules/ledger/pages/PaymentPapers.tsx'
import { ENROLMENT } from '#modules/training/enrolmentStatus.ts'
import { goToField } from '#ui/form/goToField.ts'
import { SaveState } from '#ui/form/SaveState.tsx'
import { useDraft } from '#ui/form/useDraft.ts'
import { keepTogether } from '#ui/keepTogether.tsx'
import { States } from '#ui/States.tsx'
import type { Route } from './+types/MyRegistration'
import EnrolmentForm from './EnrolmentForm.tsx'
import type { MemberEnrolment } from './enrolmentCalls.ts'
import { memberBy, rowsOf, withFixed, withoutBlanks, writtenOf } from './enrolmentParts.ts'
import { Registration } from './Registration.tsx'
import { memberCalls } from './registrationCalls.ts'
import { useSeats } from './useSeats.ts'

export { myRegistration as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /training/v2/detail', { id: pathId(params.id) }))

/** 报名, from the empty form (by the number of its course) to the certificate (by its own). */
export default function MyRegistration({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const answer = useLoaded(loaderData)
  return (
    <States answer={answer} lines={12}>
      {({ people, lastInvoice, ...of }) => {
        const { reg } = of
        if (!reg || reg.status === 'draft')
          return (
            <MyRegistrationDraft
              key={of.training.id}
              of={of}
              people={people}
              lastInvoice={lastInvoice}
              changed={answer.reload}
            />
          )
        return (
          <>
            <Registration
              of={{ ...of, reg }}
              calls={memberCalls(reg.id)}
              changed={answer.reload}
              card="centre-card"
              people={people}
              lastInvoice={lastInvoice}
            />
            <PaymentPapers kind={ENROLMENT} payableId={reg.id} />
          </>
        )
      }}
    </States>
  )
}

type Props = {
  of: Omit<MemberEnrolment, 'people' | 'lastInvoice'>
  people: MemberEnrolment['people']
  lastInvoice: FormValues | null
  changed: () => void
}

/** A registration that is being filled in: kept as it is typed, handed in once. */
function MyRegistrationDraft({ of: given, people, lastInvoice, changed }: Props) {
  const of = withFixed(given, memberBy(given))
  const { training, reg, fields } = of
  const navigate = useNavigate()
  const id = useRef(reg?.id)
  const sent = (values: FormValues, version: number | undefined) => ({
    ...writtenOf(fields, values),
    id: id.current,
    trainingId: training.id,
    version,
  })
  const draft = useDraft({
    id: `training-${training.id}`,
    values: of.form,
    version: reg?.version,
    save: async (values, version) => {
      const saved = await browserApi('POST /training/v2/submit', { ...sent(values, version), action: 'save' })
      id.current = saved.id
      return saved
    },
  })
  const seats = useSeats(training)
  const checking = useSubmit('POST /training/v2/check')
  const handing = useSubmit('POST /training/v2/submit')
  const refused = handing.error ? handing : checking
  const { error } = refused
  const [isChecked, setChecked] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer of the server
  useEffect(() => void seats.refused(error), [error])
  const whole = async () => {
    draft.change(withoutBlanks(draft.get().values))
    await draft.flush()
    const { values, version } = draft.get()
    return { ...sent(values, version), ...seats.wished(rowsOf(values).length) }
  }
  const lookOver = async () => {
    handing.reset()
    if (await checking.submit(await whole())) setChecked(true)
  }
  const goBack = (field?: string) => {
    flushSync(() => setChecked(false))
    if (field) goToField(field, { part: true })
  }
  const handIn = async () => {
    const done = await handing.submit({ ...(await whole()), action: 'submit' })
    setChecked(false)
    if (!done) return
    if (done.rest) announce(`已报名；另有 ${done.rest.personsCount} 人候补，报名编号 ${done.rest.regNo}`)
    draft.finish(done.version)
    // Reloads first: otherwise, on its own address, the page would still show a draft.
    changed()
    navigate(`/admin/user/training/registrations/${done.id}`, { replace: true })
    scrollTo(0, 0)
  }
  const newer = async () => {
    const { reg, form } = await browserApi('GET /training/v2/detail', { trainingId: training.id })
    return { values: form, version: reg?.version }
  }
  return (
    <>
      <section className="centre-card">
        <h2>{training.title}</h2>
        <p className="registration-facts">
          <span>{keepTogether(`${training.startDate} 至 ${training.endDate}`)}</span>
          <span>{training.city || training.modeName}</span>
          <span>{seats.left > 0 ? `余 ${seats.left} 席` : '没有空余名额，提交后进入候补'}</span>
          <span>
            报名截止 <time>{minute(training.applyDeadline)}</time>
          </span>
          <Link to={`/admin/publicity/training/${training.id}`}>详情</Link>
        </p>
        <p className="registration-next">填写的内容会自动保存，可以随时离开，换一台设备也能继续。</p>
      </section>
      <section className="centre-card">
        <EnrolmentForm
          of={of}
          people={people}
          lastInvoice={lastInvoice}
          values={draft.values}
          onChange={draft.change}
          lookOver={isChecked ? goBack : undefined}
          errors={refused.fields}
          message={error?.message}
          busy={checking.busy || handing.busy}
          onSubmit={() => void (isChecked ? handIn() : lookOver())}
          seats={seats}
          label={isChecked ? (seats.left > 0 ? '确认提交' : '确认提交并候补') : '下一步：核对报名表'}
        >
          <SaveState draft={draft} newer={newer} />
        </EnrolmentForm>
      </section>
    </>
  )
}
