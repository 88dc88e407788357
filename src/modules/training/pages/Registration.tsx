import { useState } from 'react'
import { problemOf } from '#modules/accounts/pages/useSubmit.ts'
import { PayAccount } from '#modules/review/pages/PayAccount.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { CopyButton } from './CopyButton.tsx'
import type { Act, Calls, Enrolment, Outcome, Written } from './enrolmentCalls.ts'
import { rowsOf } from './enrolmentParts.ts'
import { ParticipantNames } from './ParticipantNames.tsx'
import { PaySlip } from './PaySlip.tsx'
import { RegistrationCancel } from './RegistrationCancel.tsx'
import { RegistrationEdit } from './RegistrationEdit.tsx'
import { RegistrationResults } from './RegistrationResults.tsx'
import { registrationTone } from './registrationTone.ts'
import { SaveFile } from './SaveFile.tsx'
import './enrolment.css'

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
        <Head of={of} />
        {problem && (
          <p role="alert" className="field-error">
            {problem}
          </p>
        )}
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
      {reg.canPay && pay && (
        <section className={card} aria-labelledby="registration-pay">
          <h2 id="registration-pay">缴费</h2>
          <p>
            应缴 <b className="enrol-amount">{pay.amount.toLocaleString('en', { minimumFractionDigits: 2 })}</b>{' '}
            元，请汇款后上传凭证。
          </p>
          {pay.account && <PayAccount account={pay.account} remark={pay.remark} />}
          <p>
            <CopyButton text={pay.remark}>复制汇款备注</CopyButton>
          </p>
          <PaySlip pay={pay} ticket={calls.ticket} send={pay => calls.act('pay', { pay, version })} done={changed} />
        </section>
      )}
      {(mustMend || isMending) && (
        <section className={card} aria-labelledby="registration-mend">
          <h2 id="registration-mend">{mustMend ? '更正后重新提交' : onlyInvoice ? '修改发票信息' : '更正报名信息'}</h2>
          <RegistrationEdit
            key={version}
            {...{ of, calls, people, lastInvoice }}
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

function Head({ of: { training, reg, invoice } }: Pick<RegistrationProps, 'of'>) {
  return (
    <>
      <h2 id="registration-state">{training.title}</h2>
      <p className="registration-facts">
        <Tag tone={registrationTone(reg.status)}>{reg.statusName}</Tag>
        {reg.regNo && <span>编号 {reg.regNo}</span>}
        <span>{reg.personsCount} 人</span>
        <span>{reg.totalFee.toLocaleString('en')} 元</span>
        <span>
          {training.startDate} 至 {training.endDate}
        </span>
        {invoice && invoice.state !== 'none' && (
          <span>
            发票：{invoice.stateName}
            {invoice.number && ` ${invoice.number}`}
            {invoice.reason && `（${invoice.reason}）`}
          </span>
        )}
      </p>
      <p className="registration-next">{reg.next}</p>
      {reg.auditReason.length > 0 && (
        <div className="remark">
          <p>
            <b>{reg.status === 'returned' || reg.status === 'unpaid' ? '需要更正' : '原因'}</b>
          </p>
          <ul>
            {reg.auditReason.map(({ label, text }) => (
              <li key={label + text}>
                {label && <b>{label}：</b>}
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
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
      setProblem(problemOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { act, busy, problem }
}
