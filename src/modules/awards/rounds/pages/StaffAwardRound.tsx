import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'
import { StaffAwardRoundChoose } from './StaffAwardRoundChoose.tsx'
import { StaffAwardRoundEntries } from './StaffAwardRoundEntries.tsx'
import { StaffAwardRoundHead } from './StaffAwardRoundHead.tsx'
import { StaffAwardRoundPanel } from './StaffAwardRoundPanel.tsx'
import { StaffAwardRoundPlan } from './StaffAwardRoundPlan.tsx'
import { StaffAwardRoundResult } from './StaffAwardRoundResult.tsx'
import './awardRounds.css'

export type AwardRound = Output<ApiContract['GET /staff/award/round/detail']>
export type RoundParts = { of: AwardRound; changed: () => void }

/** One round, from who scores what to what is proposed to the committee. */
export default function StaffAwardRound() {
  const { pathname } = useLocation()
  const answer = useApi('GET /staff/award/round/detail', { id: Number(pathname.split('/').at(-1)) })
  const [doing, begin] = useState<'plan' | 'panel' | undefined>()
  const done = () => {
    begin(undefined)
    answer.reload()
  }
  return (
    <States answer={answer} lines={12}>
      {of => {
        const parts = { of, changed: answer.reload }
        const chooses = of.state === 'planned' && of.panel.length === 0
        if (doing === 'plan') return <StaffAwardRoundPlan of={of} done={done} cancel={() => begin(undefined)} />
        return (
          <>
            <StaffAwardRoundHead {...parts} edit={() => begin('plan')} />
            {of.state === 'closed' && <StaffAwardRoundResult {...parts} />}
            {chooses || doing === 'panel' ? (
              <StaffAwardRoundChoose of={of} changed={done} cancel={chooses ? undefined : () => begin(undefined)} />
            ) : (
              <StaffAwardRoundPanel of={of} edit={() => begin('panel')} />
            )}
            {of.state !== 'closed' && <StaffAwardRoundEntries key={of.version} {...parts} />}
          </>
        )
      }}
    </States>
  )
}
