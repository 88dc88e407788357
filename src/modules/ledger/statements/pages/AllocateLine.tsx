import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { formatYuan } from '#lib/money.ts'
import { ShareDialog } from '#modules/ledger/allocating/pages/ShareDialog.tsx'
import type { Line } from './lines.ts'

type Props = {
  line: Line
  close: () => void
  changed: () => void
  /** Goes on with another line that waits; absent where none does. */
  next: (() => void) | undefined
  /** How many others wait. */
  waiting: number
}

/** Says by hand what a line is for: one receivable or several, in whole or in part, with a small difference written off. */
export function AllocateLine({ line, close, changed, next, waiting }: Props) {
  const { submit, ...sending } = useSubmit('POST /staff/statement/accept')
  const goOn = next ?? close
  return (
    <ShareDialog
      title={`${line.payer || '没有户名'}，${line.paidOn}，${formatYuan(line.amount)} 元`}
      of={line}
      told="入账即确认到账，缴费人收到消息；入错的可以撤销。"
      action={next ? `入账，看下一笔（还有 ${waiting} 笔）` : '入账'}
      mayTakeNone
      mayWriteOff
      sending={sending}
      send={async (shares, writeOff) => {
        if (!(await submit({ lineId: line.id, shares, writeOff }))) return
        announce('已入账')
        goOn()
        changed()
      }}
      skip={next}
      close={close}
    />
  )
}
