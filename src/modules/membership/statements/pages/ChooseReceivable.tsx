import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { formatYuan } from '#lib/money.ts'
import type { Line, Owed } from '#modules/membership/fees/pages/feeViews.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'

type Props = { line: Line; close: () => void; changed: () => void }

/** Looks by hand for what a payment is for: by name or number, those of the very sum first. */
export function ChooseReceivable({ line, close, changed }: Props) {
  const [words, setWords] = useState('')
  const answer = useApi('GET /staff/statement/candidates', { lineId: line.id, words })
  const { submit, busy, error } = useSubmit('POST /staff/statement/accept')
  const accept = async ({ payable, payableId }: Owed) => {
    if (!(await submit({ lineId: line.id, payable, payableId }))) return
    announce('已入账')
    close()
    changed()
  }
  return (
    <Modal
      title={`${line.payer || '没有户名'}，${line.paidOn}，${formatYuan(line.amount)} 元`}
      open
      onCancel={close}
      footer={null}
    >
      <p>按名称、会员编号、申请编号或报名编号查找未缴清的款项；金额不同的不能入账。</p>
      <Input.Search
        aria-label="名称或编号"
        enterButton="查找"
        maxLength={60}
        onSearch={value => setWords(value.trim())}
      />
      <Problem>{error?.message}</Problem>
      <States answer={answer} empty={{ when: list => list.length === 0, title: '没有符合的未缴款项' }}>
        {list => (
          <ul className="bank-candidates" role="list">
            {list.map(owed => (
              <li key={`${owed.payable} ${owed.payableId}`} className="apart">
                <span>
                  {owed.name}（{owed.number}）
                  <br />
                  {owed.kindName}：{owed.about}，{formatYuan(owed.amount)} 元，{owed.stateName}
                </span>
                <Button disabled={owed.amount !== line.amount} loading={busy} onClick={() => void accept(owed)}>
                  {owed.amount === line.amount ? '入账' : '金额不同'}
                  <span className="hidden-text">
                    ：{owed.name} {owed.about}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </States>
    </Modal>
  )
}
