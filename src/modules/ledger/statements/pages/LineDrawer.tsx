import { Button, Drawer } from 'antd'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { canOpenDialog, type Line, type LineDialogKind, type Proposal, postableMatch } from './lines.ts'
import type { AcceptResult } from './useAccepting.ts'

type Props = Omit<ComponentProps<typeof LineActs>, 'line'> & {
  line: Line | undefined
  told: AcceptResult | undefined
  close: () => void
}

/** Drawer of one bank line: all its data, the match and the actions. */
export const LineDrawer = ({ line, told, close, ...acts }: Props) => (
  <Drawer
    title={line && `${line.payer || '没有户名'}，${formatYuan(line.amount)} 元`}
    open={line !== undefined}
    onClose={close}
    size="min(36rem, 100vw)"
    destroyOnHidden
  >
    {line && (
      <div className="bank-sheet">
        <LineActs line={line} {...acts} />
        {told?.state === 'failed' && <Problem>{told.text}</Problem>}
        <LineMatch line={line} />
        <Facts
          facts={[
            ['状态', line.stateName],
            ['交易日期', line.paidOn],
            ['付款人', line.payer],
            ['账号', line.account],
            ['摘要附言', line.remark],
            ['流水号', line.serial],
            ['备注', line.note],
            ['在文件中', `第 ${line.row} 行`],
          ]}
        />
      </div>
    )}
  </Drawer>
)

/** Matched or posted record, with score, reasons and contradictions. */
function LineMatch({ line: { paid, proposal, decidedName, decidedAt, state } }: { line: Line }) {
  const owed = paid?.owed.map(one => ({ ...one, open: one.share })) ?? proposal?.owed
  if (!owed) return <span className="bank-why">{state === 'open' ? '没有找到相近的款项' : '—'}</span>
  return (
    <div className="bank-proposal">
      {owed.map(one => (
        <p key={one.receivableId}>
          <Tag tone="water">{one.kindName}</Tag> <Link to={one.route}>{one.name}</Link>
          <br />
          {one.about}，{formatYuan(one.open)} 元
        </p>
      ))}
      {paid && paid.rest > 0 && (
        <p>
          余 {formatYuan(paid.rest)} 元记为多付款，<Link to={`/staff/received/${paid.paymentId}`}>查看这笔到账</Link>
        </p>
      )}
      {proposal && (
        <p className="bank-why">
          <Tag tone={proposal.certain ? 'good' : 'plain'}>
            {proposal.certain ? '有把握' : '须核对'} {proposal.score}
          </Tag>{' '}
          {proposal.reason}
        </p>
      )}
      {proposal?.problem && <p className="bank-problem">{proposal.problem}</p>}
      {paid && decidedAt && (
        <p className="bank-why">
          {decidedName} 于 {minute(decidedAt)} 入账
        </p>
      )}
    </div>
  )
}

type LineActsProps = {
  line: Line
  accept: (proposal: Proposal) => void
  ask: (asked: LineDialogKind) => void
  changed: () => void
}

/** Buttons of the actions on one bank line. */
function LineActs({ line, accept, ask, changed }: LineActsProps) {
  const back = useSubmit('POST /staff/statement/note')
  const putBack = async () => {
    if (await back.submit({ lineId: line.id, note: line.note, aside: false })) changed()
  }
  const mayAccept = useMay('staff:finance')
  if (!mayAccept) return null
  const fitting = postableMatch(line)
  return (
    <div className="acts">
      {fitting && (
        <Button type="primary" onClick={() => accept(fitting)}>
          入账
        </Button>
      )}
      {canOpenDialog(line, 'choose') && <Button onClick={() => ask('choose')}>选择款项</Button>}
      {canOpenDialog(line, 'aside') && <Button onClick={() => ask('aside')}>其他款项</Button>}
      {canOpenDialog(line, 'undo') && <Button onClick={() => ask('undo')}>撤销入账</Button>}
      {line.state === 'aside' && (
        <Button loading={back.busy} onClick={() => void putBack()}>
          放回待处理
        </Button>
      )}
      {canOpenDialog(line, 'account') && (
        <Button type="link" onClick={() => ask('account')}>
          完整账号
        </Button>
      )}
      <Problem>{back.error?.message}</Problem>
    </div>
  )
}
