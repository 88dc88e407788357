import { Button } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Verdict } from '#modules/awards/calls/rules.ts'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import type { RankedEntry, RoundResult } from './StaffAwardRoundResult.tsx'

type Props = { result: RoundResult; here: RankedEntry[]; isReady: boolean; changed: () => void }

/** To the committee, or told that it has come to nothing: all of them at once. */
export function StaffAwardRoundSend({ result: { id, version }, here, isReady, changed }: Props) {
  const [asking, ask] = useState(false)
  const { submit, busy, error } = useSubmit('POST /staff/award/round/send')
  const count = (verdict: Verdict) => here.filter(one => one.verdict === verdict).length
  const send = async () => {
    const done = await submit({ id, version })
    ask(false)
    if (!done) return
    announce(`已提交奖励委员会 ${done.proposed} 项，不入选 ${done.rejected} 项`)
    changed()
  }
  return (
    <>
      <Button type={isReady ? 'primary' : 'default'} disabled={!isReady} onClick={() => ask(true)}>
        提交奖励委员会
      </Button>
      <Problem>{error?.message}</Problem>
      <AskDialog
        title="提交奖励委员会？"
        isOpen={asking}
        action="提交"
        back="再核对一下"
        busy={busy}
        send={send}
        close={() => ask(false)}
      >
        <p>
          建议授奖的 {count('propose')} 项进入审定；不入选的 {count('reject')}{' '}
          项告知申报人及理由，就此结束；进入下一轮的 {count('next')} 项留在专家评审中。
        </p>
      </AskDialog>
    </>
  )
}
