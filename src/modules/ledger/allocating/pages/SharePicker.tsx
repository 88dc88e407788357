import { Button, Checkbox, Input } from 'antd'
import { useEffect, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { States } from '#ui/States.tsx'
import './sharePicker.css'

export type OwedRow = Output<ApiContract['GET /staff/received/owed']>['list'][number]
/** A receivable that was chosen, with the amount as it is typed. */
export type Picked = { of: OwedRow; amount: string }

/** Amounts as they are typed; one that is no number counts as nothing and is refused by the server. */
export const sharesOf = (picked: readonly Picked[]) =>
  picked.map(({ of, amount }) => ({ payable: of.payable, payableId: of.payableId, amount: Number(amount) || 0 }))
export const sumOf = (picked: readonly Picked[]) => sumAmounts(picked.map(({ amount }) => Number(amount) || 0))

type Props = {
  /** Sum of the payment; undefined while it is not known. */
  amount: number | undefined
  payer: string
  remark: string
  picked: readonly Picked[]
  pick: (picked: readonly Picked[]) => void
  /** What is missing of the one that was chosen is borne by the association. */
  writeOff?: boolean
  setWriteOff?: (writeOff: boolean) => void
}

/** Chooses what a payment is for: proposals first, others by name or number, each with its own amount. */
export function SharePicker({ amount, payer, remark, picked, pick, writeOff = false, setWriteOff }: Props) {
  const [words, setWords] = useState('')
  const answer = useApi('GET /staff/received/owed', { words, payer, remark, ...(amount && { amount }) })
  const [isUntouched, setUntouched] = useState(picked.length === 0)
  const rest = sumAmounts([amount ?? 0, -sumOf(picked)])
  const give = (of: OwedRow, left: number): Picked => ({
    of,
    amount: String(left > 0 ? Math.min(of.open, left) : of.open),
  })
  const change = (changed: readonly Picked[]) => {
    setUntouched(false)
    pick(changed)
  }
  const found = answer.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows each new proposal as long as nothing was chosen by hand
  useEffect(() => {
    if (!isUntouched || !found) return
    let left = amount ?? 0
    const proposed = found.list.filter(({ receivableId }) => found.proposed.includes(receivableId))
    pick(
      proposed.flatMap(of => {
        const share = Math.min(of.open, left)
        left = sumAmounts([left, -share])
        return share > 0 ? [{ of, amount: String(share) }] : []
      }),
    )
  }, [found])
  const [only] = picked.length === 1 ? picked : []
  const missing = only ? sumAmounts([only.of.open, -(Number(only.amount) || 0)]) : 0
  const mayWriteOff = setWriteOff && missing > 0 && rest === 0 && missing <= (found?.writeOffLimit ?? 0)
  const isChosen = ({ receivableId }: OwedRow) => picked.some(({ of }) => of.receivableId === receivableId)
  return (
    <fieldset className="share-picker">
      <legend>核销的款项</legend>
      {found?.reason && <p className="share-why">{found.reason}</p>}
      <ul className="share-list" role="list">
        {picked.map(one => (
          <li key={one.of.receivableId}>
            <OwedName of={one.of} />
            <Input
              inputMode="decimal"
              maxLength={14}
              suffix="元"
              aria-label={`核销金额：${one.of.name} ${one.of.about}`}
              value={one.amount}
              onChange={({ target }) =>
                change(picked.map(other => (other === one ? { ...one, amount: target.value.trim() } : other)))
              }
            />
            <Button type="link" onClick={() => change(picked.filter(other => other !== one))}>
              移除
              <span className="hidden-text">
                ：{one.of.name} {one.of.about}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {amount !== undefined && <p role="status">{summaryOf(amount, rest, picked)}</p>}
      {mayWriteOff && (
        <Checkbox checked={writeOff} onChange={({ target }) => setWriteOff(target.checked)}>
          差 {formatYuan(missing)} 元由协会承担（核销差额），这笔款项随即缴清
        </Checkbox>
      )}
      <Input.Search
        aria-label="查找款项：名称、编号或内容"
        placeholder="名称、编号或内容"
        enterButton={<Button>查找</Button>}
        maxLength={60}
        onSearch={value => setWords(value.trim())}
      />
      <States
        answer={answer}
        empty={{ when: ({ list }) => words !== '' && list.length === 0, title: '没有符合的未缴款项' }}
        lines={2}
      >
        {({ list }) => (
          <ul className="share-list" role="list">
            {list
              .filter(of => !isChosen(of))
              .map(of => (
                <li key={of.receivableId}>
                  <OwedName of={of} />
                  <Button onClick={() => change([...picked, give(of, rest)])}>
                    核销
                    <span className="hidden-text">
                      ：{of.name} {of.about}
                    </span>
                  </Button>
                </li>
              ))}
          </ul>
        )}
      </States>
    </fieldset>
  )
}

const OwedName = ({ of }: { of: OwedRow }) => (
  <span>
    {of.name}
    {of.number && `（${of.number}）`}
    <small>
      {of.kindName}：{of.about}，欠 {formatYuan(of.open)} 元
      {of.open < of.amount && `（应缴 ${formatYuan(of.amount)} 元）`}
    </small>
  </span>
)

function summaryOf(amount: number, rest: number, picked: readonly Picked[]): string {
  const came = `到账 ${formatYuan(amount)} 元`
  if (rest < 0) return `${came}，核销的合计多出 ${formatYuan(-rest)} 元，请改小`
  if (picked.length === 0) return `${came}，没有选款项时全部记为付款人的多付款`
  const owed = sumAmounts([...picked.map(({ of }) => of.open), -sumOf(picked)])
  const left = owed > 0 ? `；所选款项还欠 ${formatYuan(owed)} 元` : ''
  return `${came}，${rest > 0 ? `余 ${formatYuan(rest)} 元记为付款人的多付款` : '正好核销'}${left}`
}
