import './enrolment.css'
import './enrolPages.css'
import { useId, useRef, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { PayAccount } from '#modules/review/applying/pages/PayAccount.tsx'
import { passName } from '#modules/training/kinds/eventWords.ts'
import { isPassed } from '#modules/training/participantWords.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Link } from '#ui/router/router.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import type { Act, Calls, Enrolment, Outcome, Written } from './enrolmentCalls.ts'
import { rowsOf } from './enrolmentParts.ts'
import { ParticipantNames } from './ParticipantNames.tsx'
import { PaySlip } from './PaySlip.tsx'
import { RegistrationEdit } from './RegistrationEdit.tsx'
import { registrationTone } from './registrationTone.ts'
import { SaveFile } from './SaveFile.tsx'

export type RegistrationProps = {
  of: Enrolment & { reg: NonNullable<Enrolment['reg']> }
  calls: Calls
  changed: () => unknown
  /** People a member can pick from; undefined for visitors. */
  people?: Parameters<typeof RegistrationEdit>[0]['people']
  lastInvoice?: Parameters<typeof RegistrationEdit>[0]['lastInvoice']
  /** The class of a card where it stands. */
  card: string
}

export function Registration({ of, calls, changed, card, people, lastInvoice }: RegistrationProps) {
  const { reg, pay } = of
  const { act, busy, problem } = useAct(calls, changed)
  const [isMending, mend] = useState(false)
  const version = reg.version
  const mustMend = reg.canEdit && reg.status === 'returned'
  // After payment only the invoice can be changed.
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
          {reg.hasTickets && <SaveFile save={() => calls.download('ticket')}>下载{passName(of.training)}</SaveFile>}
          {of.invoice?.hasFile && <SaveFile save={() => calls.download('invoice')}>下载发票</SaveFile>}
          {(reg.canEdit || onlyInvoice) && !mustMend && !isMending && (
            <button type="button" className="button" onClick={() => mend(true)}>
              {onlyInvoice ? '修改发票信息' : '更正报名信息'}
            </button>
          )}
          {reg.refund && (
            <Link
              className={reg.refund.ends ? 'button danger' : 'button'}
              to={`/admin/user/refunds/ask/${reg.refund.receivableId}`}
            >
              {reg.refund.ends ? '取消报名并申请退款' : '申请退款'}
            </Link>
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
          <h2>{of.training.words.people}</h2>
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

/** Allows one action at a time and shows its error beside the buttons. */
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
      setProblem(toRefusal(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { act, busy, problem }
}

type Props = {
  pay: NonNullable<Enrolment['pay']>
  version: number
  calls: Calls
  changed: () => unknown
  /** The class of a card where it stands. */
  card: string
}

const RegistrationPay = ({ pay, version, calls, changed, card }: Props) => (
  <section className={card} aria-labelledby="registration-pay">
    <h2 id="registration-pay">缴费</h2>
    <p>
      应缴 <b className="enrol-amount">{formatYuan(pay.amount)} 元</b>，请汇款后上传凭证。
    </p>
    <PayAccount account={pay.account} remark={pay.remark} />
    <PaySlip pay={pay} ticket={calls.ticket} send={pay => calls.act('pay', { pay, version })} done={changed} />
  </section>
)

type RegistrationCancelProps = { of: Enrolment; cancel: () => Promise<Outcome | undefined> }

/** Asked once more: a place given up goes to whoever waits. */
function RegistrationCancel({ of: { training, reg }, cancel }: RegistrationCancelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    await cancel()
    setBusy(false)
    dialog.current?.close()
  }
  return (
    <>
      <button type="button" className="button danger" onClick={() => dialog.current!.showModal()}>
        取消报名
      </button>
      <dialog ref={dialog} className="enrol-dialog" aria-labelledby={title}>
        <h2 id={title}>取消这份报名？</h2>
        <p>
          “{training.title}”{reg?.personsCount} 人的{reg?.status === 'waiting' ? '候补' : '名额'}
          将释放，不能恢复；要参加须重新报名。
          {reg?.status === 'paid' || reg?.status === 'confirmed' ? '已缴费用由协会核实后办理退费。' : ''}
        </p>
        <p className="form-actions">
          <button type="button" className="button danger" aria-disabled={busy} onClick={() => void go()}>
            {busy ? '正在取消…' : '确定取消'}
          </button>
          <button type="button" className="button" onClick={() => dialog.current!.close()}>
            不取消
          </button>
        </p>
      </dialog>
    </>
  )
}

function RegistrationHead({ of: { training, reg, invoice } }: Pick<RegistrationProps, 'of'>) {
  return (
    <>
      <h2 id="registration-state">{training.title}</h2>
      <p className="registration-facts">
        <Tag tone={registrationTone(reg.status)}>{reg.statusName}</Tag>
        {reg.regNo && <span>{keepTogether(`编号 ${reg.regNo}`)}</span>}
        <span>{reg.personsCount} 人</span>
        <span>{formatYuan(reg.totalFee)} 元</span>
        <span>{keepTogether(`${training.startDate} 至 ${training.endDate}`)}</span>
        {invoice && invoice.state !== 'none' && (
          <span>
            发票：{invoice.stateName}
            {invoice.number && ` ${invoice.number}`}
            {invoice.reason && `（${invoice.reason}）`}
          </span>
        )}
      </p>
      <p className="registration-next">{keepTogether(reg.next)}</p>
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

type Result = Enrolment['results'][number]

function RegistrationResults({ of: { results, training } }: { of: Enrolment }) {
  return (
    <>
      <h2>{training.hasExam ? '参训与成绩' : training.words.people}</h2>
      <Table
        caption={training.words.people}
        rows={results}
        keyOf={({ name, ticketNo }) => `${name} ${ticketNo}`}
        columns={columnsOf(training, results)}
      />
    </>
  )
}

/** Columns that have a value in at least one row. */
function columnsOf(training: Enrolment['training'], results: Result[]): TableColumn<Result>[] {
  const any = (has: (one: Result) => unknown) => results.some(one => has(one))
  const all: (TableColumn<Result> | false)[] = [
    { name: '姓名', cell: ({ name }) => name, nowrap: true },
    any(one => one.ticketNo) && {
      name: `${passName(training)}号`,
      cell: ({ ticketNo }) => ticketNo ?? '—',
      nowrap: true,
    },
    any(one => one.seat) && { name: '座位', cell: ({ seat }) => seat || '—', nowrap: true },
    { name: '报到', cell: ({ checkedInAt }) => (checkedInAt ? minute(checkedInAt) : '未报到'), nowrap: true },
    any(one => one.theory !== null) && { name: '理论', cell: ({ theory }) => theory ?? '—' },
    any(one => one.practice !== null) && { name: '实操', cell: ({ practice }) => practice ?? '—' },
    training.hasExam &&
      any(one => one.result !== 'none') && {
        name: '结果',
        cell: ({ result, resultName }) => (
          <Tag tone={isPassed(result) ? 'good' : result === 'none' ? 'plain' : 'warn'}>{resultName}</Tag>
        ),
        nowrap: true,
      },
    any(one => one.hours) && { name: '学时', cell: ({ hours }) => hours || '—' },
    any(one => one.certNo) && {
      name: '证书',
      cell: ({ certNo, verifyUrl }) => (verifyUrl ? <a href={verifyUrl}>{certNo}</a> : (certNo ?? '—')),
    },
  ]
  return all.filter(column => column !== false)
}
