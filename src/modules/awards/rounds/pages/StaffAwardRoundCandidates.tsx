import { useState } from 'react'
import { useApi } from '#api/useApi.ts'
import { type Choosing, FindExperts, firstExperts } from '#modules/experts/pages/FindExperts.tsx'
import { Conflicts } from '#modules/qualifications/site/pages/Conflicts.tsx'

/** Who might score, each with what stands between them and the entries. */
export function StaffAwardRoundCandidates({ id, ...choosing }: Choosing & { id: number }) {
  const [asked, ask] = useState(firstExperts)
  const answer = useApi('GET /staff/award/round/experts', { id, ...asked })
  return (
    <FindExperts
      {...choosing}
      asked={asked}
      ask={ask}
      answer={answer}
      hint="按姓名或专业；逐人与每项申报的单位、人员、提名者核对"
      label="可以选入的专家"
      isBarred={({ bars }) => bars.length > 0}
      standing={one => <Standing of={one} />}
    />
  )
}

type Against = { bars: string[]; conflicts: { name: string; reasons: string[] }[] }

const Standing = ({ of: { bars, conflicts } }: { of: Against }) => (
  <>
    {bars.length > 0 && <p className="round-bars">不能参加本轮：{bars.join('；')}</p>}
    {bars.length === 0 && (
      <Conflicts sentences={conflicts.map(({ name, reasons }) => `“${name}”${reasons.join('；')}`)} />
    )}
  </>
)
