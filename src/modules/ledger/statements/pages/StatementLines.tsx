import './statementLines.css'
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { type Answer, toRefusal } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import type { Page } from '#lib/paging.ts'
import { lineStateNames } from '#modules/ledger/bankWords.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { KeysHelp } from '#ui/keys/KeysHelp.tsx'
import { KeysHint } from '#ui/keys/KeysHint.tsx'
import { goToRow, useRowKeys } from '#ui/keys/useRowKeys.ts'
import { Loading } from '#ui/States.tsx'
import { StatusMessage } from '#ui/StatusMessage.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useRemoveParameter } from '#ui/table/useRemoveParameter.ts'
import { withQuery } from '#ui/table/withQuery.ts'
import { useSwitch } from '#ui/useSwitch.ts'
import { AllocateLine } from './AllocateLine.tsx'
import { LineDrawer } from './LineDrawer.tsx'
import {
  canOpenDialog,
  certainMatch,
  type Line,
  type LineDialogKind,
  lineTones,
  nameOf,
  postableMatch,
} from './lines.ts'
import type { StatementFilters } from './StaffStatement.tsx'
import { useAccepting } from './useAccepting.ts'

const states = Object.entries(lineStateNames).map(([code, name]) => ({ code, name }))

type Props = { answer: Answer<Page<Line>>; filter: StatementFilters; changed: () => void }

/** List of bank lines with their matches: Enter posts a certain one and moves to the next. */
export function StatementLines({ answer, filter, changed }: Props) {
  const [query] = useSearchParams()
  const [dialog, setDialog] = useState<{ line: Line; asked: LineDialogKind }>()
  const { told, accept, forget, last } = useAccepting(changed)
  // Until the list is read again, it does not know what the dialog has booked.
  const [booked, setBooked] = useState<readonly number[]>([])
  const mayAccept = useMay('staff:finance')
  const lines = answer.data?.list ?? []
  const opened = lines.find(({ id }) => String(id) === query.get('line'))
  const close = useRemoveParameter('line')
  const goOn = ({ id }: Line) => {
    const rest = lines.slice(lines.findIndex(line => line.id === id) + 1)
    const next = rest.find(line => line.state === 'open' && told.get(line.id)?.state !== 'done')
    if (next) goToRow(next.id)
  }
  /** The other lines that wait: those after this one, then those before it. */
  const waitingAfter = ({ id }: Line) => {
    const at = lines.findIndex(line => line.id === id)
    return [...lines.slice(at + 1), ...lines.slice(0, Math.max(0, at))].filter(
      line => line.state === 'open' && told.get(line.id)?.state !== 'done' && !booked.includes(line.id),
    )
  }
  const stateOf = (line: Line) => (line.state === 'open' ? told.get(line.id) : undefined)
  return (
    <>
      <StatusMessage>{last}</StatusMessage>
      <div className="bank-lines">
        <DataTable<Line>
          caption="流水明细"
          answer={answer}
          unit="笔"
          empty={{ title: '这份流水没有收入' }}
          filters={[
            { name: 'state', label: '状态', options: states },
            { name: 'certain', label: '把握', options: [{ code: '1', name: '有把握的' }] },
            { name: 'words', label: '付款人、附言、金额', kind: 'text' },
          ]}
          save={() => saveFile('GET /staff/statement/export', filter)}
          columns={[
            {
              name: '付款人',
              cell: line => (
                <Link
                  to={withQuery(query, 'line', line.id)}
                  preventScrollReset
                  onKeyDown={event => {
                    const owed = certainMatch(line)
                    if (event.key !== 'Enter' || !owed || !mayAccept) return
                    event.preventDefault()
                    accept(line, owed)
                    goOn(line)
                  }}
                >
                  {line.payer || '（没有户名）'}
                </Link>
              ),
            },
            { name: '日期', cell: ({ paidOn }) => paidOn, nowrap: true },
            {
              name: '金额（元）',
              isFigure: true,
              cell: ({ amount }) => formatYuan(amount),
            },
            {
              name: '摘要附言',
              cell: ({ remark, note }) => [remark, note && `备注：${note}`].filter(Boolean).join('　') || '—',
            },
            { name: '对应的款项', cell: line => <Match line={line} /> },
            {
              name: '状态',
              cell: line => {
                const said = stateOf(line)
                if (said?.state === 'failed') return <span className="bank-problem">{said.text}</span>
                return <Tag tone={lineTones[line.state]}>{said ? said.text.split(' ')[0] : line.stateName}</Tag>
              },
              nowrap: true,
            },
            {
              name: '操作',
              cell: line => {
                const owed = stateOf(line)?.state === 'failed' || !stateOf(line) ? postableMatch(line) : null
                return (
                  mayAccept &&
                  owed && (
                    <Button
                      size="small"
                      aria-label={`入账：第 ${line.row} 行 ${line.payer}`}
                      onClick={() => accept(line, owed)}
                    >
                      入账
                    </Button>
                  )
                )
              },
              nowrap: true,
            },
          ]}
        />
      </div>
      {mayAccept && <LineKeys lines={lines} ask={(line, asked) => setDialog({ line, asked })} />}
      <LineDrawer
        line={opened}
        told={opened && told.get(opened.id)}
        close={close}
        accept={owed => opened && accept(opened, owed)}
        ask={asked => opened && setDialog({ line: opened, asked })}
        changed={changed}
      />
      {dialog && (
        <LineDialog
          key={dialog.line.id}
          {...dialog}
          waiting={waitingAfter(dialog.line)}
          open={line => setDialog({ line, asked: dialog.asked })}
          close={() => setDialog(undefined)}
          changed={() => {
            const { id } = dialog.line
            forget(id)
            setBooked(before => (dialog.asked === 'choose' ? [...before, id] : before.filter(other => other !== id)))
            changed()
          }}
        />
      )}
    </>
  )
}

/** Posted or matched record in one line; the drawer shows the reasons. */
function Match({ line: { paid, proposal, state } }: { line: Line }) {
  const shown = paid?.owed.length ? paid : proposal
  if (paid && !shown) return <span>余款 {formatYuan(paid.rest)} 元</span>
  if (!shown) return <span className="bank-why">{state === 'open' ? '没有找到相近的款项' : '—'}</span>
  const why = proposal && [proposal.problem, proposal.reason].filter(Boolean).join('；')
  const rest = paid && paid.rest > 0 ? `余 ${formatYuan(paid.rest)} 元记为多付款` : ''
  const text = [nameOf(shown), why || rest].filter(Boolean).join('：')
  return (
    <span title={text}>
      {proposal && <Tag tone={proposal.certain ? 'good' : 'warn'}>{proposal.certain ? '有把握' : '须核对'}</Tag>}{' '}
      <Tag tone="water">{shown.owed[0]?.kindName}</Tag> {text}
    </span>
  )
}

const KEYS: [string, string][] = [
  ['J', '移到下一笔'],
  ['K', '移到上一笔'],
  ['Enter', '有把握的：入账并移到下一笔；须核对的：打开查看'],
  ['O', '打开所在的一笔'],
  ['C', '选择款项'],
  ['A', '标为其他款项'],
  ['U', '撤销入账'],
  ['?', '打开这份说明'],
]

type LineKeysProps = { lines: readonly Line[]; ask: (line: Line, asked: LineDialogKind) => void }

/** The payments by keys alone. */
function LineKeys({ lines, ask }: LineKeysProps) {
  const [helping, setHelping] = useState(false)
  const [keysOn, turnKeys] = useSwitch('desk-keys', true)
  const asks = (asked: LineDialogKind) => (id: number) => {
    const line = lines.find(one => one.id === id)
    if (line && canOpenDialog(line, asked)) ask(line, asked)
  }
  useRowKeys(keysOn, {
    withRow: { c: asks('choose'), a: asks('aside'), u: asks('undo') },
    help: () => setHelping(true),
  })
  return (
    <>
      <KeysHint help={() => setHelping(true)}>
        <kbd>J</kbd> <kbd>K</kbd> 上下移动，<kbd>Enter</kbd> 入账并到下一笔，<kbd>C</kbd> 选择款项，<kbd>A</kbd>{' '}
        其他款项，
        <kbd>U</kbd> 撤销
      </KeysHint>
      {helping && <KeysHelp keys={KEYS} on={keysOn} turn={turnKeys} onClose={() => setHelping(false)} />}
    </>
  )
}

type LineDialogProps = {
  line: Line
  asked: LineDialogKind
  close: () => void
  changed: () => void
  waiting: readonly Line[]
  open: (line: Line) => void
}

/** Dialog of an action on one bank line. */
function LineDialog({ asked, waiting, open, ...rest }: LineDialogProps) {
  const [next] = waiting
  if (asked === 'choose') return <AllocateLine {...rest} next={next && (() => open(next))} waiting={waiting.length} />
  if (asked === 'aside') return <PutAside {...rest} />
  if (asked === 'undo') return <Undo {...rest} />
  return <LineAccount line={rest.line} close={rest.close} />
}

type DialogProps = Pick<LineDialogProps, 'line' | 'close' | 'changed'>
const noteField: FormField = { name: 'note', label: '是什么款项', section: '', kind: 'text', max: 200, required: true }
const memberReason = reasonField('会员会看到', { kind: 'text' })

function PutAside({ line, close, changed }: DialogProps) {
  const put = async ({ note }: FormValues) => {
    await browserApi('POST /staff/statement/note', { lineId: line.id, note: String(note ?? ''), aside: true })
    announce('已标为其他款项')
    changed()
  }
  const initial = { note: line.note }
  return (
    <FormDialog title="标为其他款项" fields={[noteField]} initial={initial} close={close} action="保存" send={put} />
  )
}

function Undo({ line, close, changed }: DialogProps) {
  const undo = async ({ reason }: FormValues) => {
    await browserApi('POST /staff/statement/undo', { lineId: line.id, reason: String(reason ?? '') })
    announce('已撤销入账')
    changed()
  }
  const intro = (
    <p>
      所核销的款项都回到入账前的状态，余款一并撤销，会员会收到更正通知。已入会、已开票据或申请已进入下一步的不能撤销。
    </p>
  )
  return (
    <FormDialog
      title="撤销入账"
      fields={[memberReason]}
      intro={intro}
      close={close}
      action="撤销入账"
      danger
      send={undo}
    />
  )
}

/** The payer's whole account number, for who has to send money back; asking for it leaves a line in the audit log. */
function LineAccount({ line, close }: { line: Line; close: () => void }) {
  const [account, setAccount] = useState('')
  const [problem, setProblem] = useState('')
  useEffect(() => {
    browserApi('POST /staff/statement/account', { lineId: line.id }).then(
      shown => setAccount(shown.account),
      error => setProblem(toRefusal(error).message),
    )
  }, [line.id])
  return (
    <Modal title={`对方账号：${line.payer}`} open onCancel={close} footer={null}>
      <p>查看已记入审计日志。</p>
      {problem && <p role="alert">{problem}</p>}
      {account ? <p className="bank-account">{account}</p> : !problem && <Loading lines={1} />}
    </Modal>
  )
}
