import { Button } from 'antd'
import { useSubmit } from '#api/useApi.ts'
import type { Line, Owed } from '#modules/membership/fees/pages/feeViews.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { type Asked, fittingOf, mayAsk } from './lines.ts'

type Props = {
  line: Line
  accept: (owed: Owed) => void
  ask: (asked: Asked) => void
  changed: () => void
}

/** What may be done with one payment. */
export function LineActs({ line, accept, ask, changed }: Props) {
  const back = useSubmit('POST /staff/statement/note')
  const putBack = async () => {
    if (await back.submit({ lineId: line.id, note: line.note, aside: false })) changed()
  }
  const fitting = fittingOf(line)
  return (
    <div className="acts">
      {fitting && (
        <Button type="primary" onClick={() => accept(fitting)}>
          入账
        </Button>
      )}
      {mayAsk(line, 'choose') && <Button onClick={() => ask('choose')}>选择款项</Button>}
      {mayAsk(line, 'aside') && <Button onClick={() => ask('aside')}>其他款项</Button>}
      {mayAsk(line, 'undo') && <Button onClick={() => ask('undo')}>撤销入账</Button>}
      {line.state === 'aside' && (
        <Button loading={back.busy} onClick={() => void putBack()}>
          放回待处理
        </Button>
      )}
      {mayAsk(line, 'account') && (
        <Button type="link" onClick={() => ask('account')}>
          完整账号
        </Button>
      )}
      <Problem>{back.error?.message}</Problem>
    </div>
  )
}
