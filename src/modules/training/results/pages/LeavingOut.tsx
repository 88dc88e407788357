import { Button } from 'antd'
import { useState } from 'react'
import { Refusal } from '#lib/error.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Tag } from '#ui/Tag.tsx'

export type LeftOut = ReadonlyMap<number, string>

type Props = {
  row: { id: number; name: string }
  leftOut: LeftOut
  change: (leftOut: LeftOut) => void
  /** Caption of the button: 暂不发证 or 移出. */
  action: string
}

const fields = [
  { name: 'reason', label: '原因', section: '', kind: 'paragraph', max: 200, required: true, hint: '审核人会看到' },
] as const

/** Leaves somebody out with a reason, or takes that back. */
export function LeavingOut({ row, leftOut, change, action }: Props) {
  const [asking, ask] = useState(false)
  const reason = leftOut.get(row.id)
  const back = () => change(new Map([...leftOut].filter(([id]) => id !== row.id)))
  if (reason !== undefined)
    return (
      <>
        <Tag tone="warn">{action}</Tag>
        <small>{reason}</small>
        <Button size="small" onClick={back}>
          恢复<span className="hidden-text">：{row.name}</span>
        </Button>
      </>
    )
  return (
    <>
      <Button onClick={() => ask(true)}>
        {action}
        <span className="hidden-text">：{row.name}</span>
      </Button>
      {asking && (
        <FormDialog
          title={`${action}：${row.name}`}
          fields={fields}
          action={action}
          close={() => ask(false)}
          send={async ({ reason }) => {
            const said = String(reason ?? '').trim()
            if (!said) throw new Refusal(400, '请填写原因', { reason: '请填写原因，审核人会看到' })
            change(new Map([...leftOut, [row.id, said]]))
          }}
        />
      )}
    </>
  )
}

export const leftOutList = (leftOut: LeftOut) =>
  [...leftOut].map(([participantId, reason]) => ({ participantId, reason }))
