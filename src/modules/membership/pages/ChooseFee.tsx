import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { States } from '#ui/States.tsx'
import { type Line, yuan } from './feeViews.ts'

type Props = { line: Line; close: () => void; changed: () => void }

/** Looks for the fee by hand: by name or number, those of the very sum first. */
export function ChooseFee({ line, close, changed }: Props) {
  const [words, setWords] = useState('')
  const answer = useApi('GET /staff/statement/candidates', { lineId: line.id, words })
  const { submit, busy, error } = useSubmit('POST /staff/statement/accept')
  const accept = async (feeId: number) => {
    if (!(await submit({ lineId: line.id, feeId }))) return
    announce('已入账')
    close()
    changed()
  }
  return (
    <Modal
      title={`${line.payer || '没有户名'}，${line.paidOn}，${yuan(line.amount)} 元`}
      open
      onCancel={close}
      footer={null}
    >
      <p>按单位名称、会员编号或申请编号查找未缴清的会费；金额不同的不能入账。</p>
      <Input.Search
        aria-label="名称或编号"
        enterButton="查找"
        maxLength={60}
        onSearch={value => setWords(value.trim())}
      />
      {error && (
        <p role="alert" className="field-error">
          {error.message}
        </p>
      )}
      <States answer={answer} empty={{ when: list => list.length === 0, title: '没有符合的未缴会费' }}>
        {list => (
          <ul className="bank-candidates">
            {list.map(({ feeId, name, number, year, amount, stateName }) => (
              <li key={feeId}>
                <span>
                  {name}（{number}）
                  <br />
                  {year} 年度，{yuan(amount)} 元，{stateName}
                </span>
                <Button disabled={amount !== line.amount} loading={busy} onClick={() => void accept(feeId)}>
                  {amount === line.amount ? '入账' : '金额不同'}
                  <span className="hidden-text">
                    ：{name} {year} 年度
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
