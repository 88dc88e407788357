import { useState } from 'react'
import { refusalOf } from '#api/useApi.ts'
import type { Act, Calls, Enrolment, Outcome, Written } from '#modules/training/enrolling/pages/enrolmentCalls.ts'
import { rowsOf } from '#modules/training/enrolling/pages/enrolmentParts.ts'
import { ParticipantNames } from '#modules/training/participants/pages/ParticipantNames.tsx'
import { SaveFile } from '#modules/training/running/pages/SaveFile.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Link } from '#ui/router/router.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { RegistrationCancel } from './RegistrationCancel.tsx'
import { RegistrationEdit } from './RegistrationEdit.tsx'
import { RegistrationHead } from './RegistrationHead.tsx'
import { RegistrationPay } from './RegistrationPay.tsx'
import { RegistrationResults } from './RegistrationResults.tsx'
import '#modules/training/enrolling/pages/enrolment.css'
import '#modules/training/enrolling/pages/enrolPages.css'

export type RegistrationProps = {
  of: Enrolment & { reg: NonNullable<Enrolment['reg']> }
  calls: Calls
  /** Something was done: what is shown is to be read anew. */
  changed: () => unknown
  /** Of a member, whose form this is beside. */
  people?: Parameters<typeof RegistrationEdit>[0]['people']
  lastInvoice?: Parameters<typeof RegistrationEdit>[0]['lastInvoice']
  /** The class of a card where it stands. */
  card: string
}

/** One registration as whoever signed up sees it: where it stands, what to do next, and what became of it. */
export function Registration({ of, calls, changed, card, people, lastInvoice }: RegistrationProps) {
  const { reg, pay } = of
  const { act, busy, problem } = useAct(calls, changed)
  const [isMending, mend] = useState(false)
  const version = reg.version
  const mustMend = reg.canEdit && reg.status === 'returned'
  // Once it is paid for, what may still be changed is the invoice.
  const onlyInvoice = !reg.canEdit && of.openFields.length > 0
  const participants = of.fields.find(({ name }) => name === 'participants')
  return (
    <div className="registration">
      <section className={card} aria-labelledby="registration-state">
        <RegistrationHead of={of} />
        {reg.besides.map(({ id, regNo, personsCount, statusName }) => (
          <p key={id}>
            另有 {personsCount} 人是另一份报名，{statusName}：
            <Link
              to={
                calls.ticket
                  ? `/admin/publicity/training/registration?regNo=${regNo}`
                  : `/admin/user/training/registrations/${id}`
              }
            >
              {regNo}
            </Link>
          </p>
        ))}
        <Problem>{problem}</Problem>
        <div className="form-actions">
          {reg.canAccept && (
            <button
              type="button"
              className="button primary"
              aria-disabled={busy}
              onClick={() => act('accept', { version })}
            >
              {busy ? '正在确认…' : '确认参加'}
            </button>
          )}
          {reg.hasTickets && <SaveFile save={() => calls.download('ticket')}>下载准考证</SaveFile>}
          {of.invoice?.hasFile && <SaveFile save={() => calls.download('invoice')}>下载发票</SaveFile>}
          {(reg.canEdit || onlyInvoice) && !mustMend && !isMending && (
            <button type="button" className="button" onClick={() => mend(true)}>
              {onlyInvoice ? '修改发票信息' : '更正报名信息'}
            </button>
          )}
          {reg.canCancel && <RegistrationCancel of={of} cancel={() => act('cancel', { version })} />}
        </div>
      </section>
      {reg.canPay && pay && <RegistrationPay pay={pay} version={version} calls={calls} changed={changed} card={card} />}
      {(mustMend || isMending) && (
        <section className={card} aria-labelledby="registration-mend">
          <h2 id="registration-mend">{mustMend ? '更正后重新提交' : onlyInvoice ? '修改发票信息' : '更正报名信息'}</h2>
          <RegistrationEdit
            key={version}
            of={of}
            calls={calls}
            people={people}
            lastInvoice={lastInvoice}
            done={async () => {
              mend(false)
              await changed()
            }}
            leave={mustMend ? undefined : () => mend(false)}
          />
        </section>
      )}
      {of.results.length > 0 && (
        <section className={card}>
          <RegistrationResults of={of} />
        </section>
      )}
      {!mustMend && !isMending && of.results.length === 0 && participants && (
        <section className={card}>
          <h2>参训人员</h2>
          <ParticipantNames rows={rowsOf(of.form)} columns={participants.columns ?? []} />
        </section>
      )}
      {of.timeline.length > 0 && (
        <section className={card}>
          <h2>办理记录</h2>
          <Timeline events={of.timeline.map((event, id) => ({ ...event, id, actorName: '', remarks: [] }))} />
        </section>
      )}
    </div>
  )
}

/** One act at a time; what was refused is told where the acts are. */
function useAct(calls: Calls, changed: RegistrationProps['changed']) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const act = async (action: Act, written: Written): Promise<Outcome | undefined> => {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      const done = await calls.act(action, written)
      await changed()
      return done
    } catch (error) {
      setProblem(refusalOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { act, busy, problem }
}
