import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { Route } from './+types/StaffAwardRound'
import { StaffAwardRoundChoose } from './StaffAwardRoundChoose.tsx'
import { StaffAwardRoundEntries } from './StaffAwardRoundEntries.tsx'
import { StaffAwardRoundHead } from './StaffAwardRoundHead.tsx'
import { StaffAwardRoundPanel } from './StaffAwardRoundPanel.tsx'
import { StaffAwardRoundPlan } from './StaffAwardRoundPlan.tsx'
import { StaffAwardRoundResult } from './StaffAwardRoundResult.tsx'
import './awardRounds.css'

export { staffAwardRound as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/award/round/detail', { id: pathId(params.id) }),
)

export type AwardRound = Output<ApiContract['GET /staff/award/round/detail']>
export type RoundParts = { of: AwardRound; changed: () => void }

/** One round, from who scores what to what is proposed to the committee. */
export default function StaffAwardRound({ loaderData: of }: Route.ComponentProps) {
  useCalled(of.name)
  const { revalidate } = useRevalidator()
  const [doing, begin] = useState<'plan' | 'panel' | undefined>()
  const done = () => {
    begin(undefined)
    void revalidate()
  }
  const parts = { of, changed: revalidate }
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
}
