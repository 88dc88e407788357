import { listLoader } from '#layouts/screenLoader.ts'
import type { NoticeState } from '#modules/review/objection.ts'
import { notices } from '#modules/review/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag, Tag, type Tone } from '#ui/Tag.tsx'
import { noticeFilters } from '../../noticeFilters.ts'
import type { Route } from './+types/StaffNotices'

export { staffNotices as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, counts] = await Promise.all([notices.load(api, address), api('GET /staff/review/counts', {})])
  return { ...list, kinds: counts.kinds }
})

export const noticeTones: Record<NoticeState, Tone> = { open: 'water', held: 'warn', due: 'good', ended: 'plain' }

export default function StaffNotices({ loaderData }: Route.ComponentProps) {
  return (
    <RegisterTable
      of={notices}
      loaded={loaderData}
      unit="项"
      empty={{ title: '还没有公示', children: <p>审议通过的申请会自动进入公示。</p> }}
      filters={registerFilters(noticeFilters, { kind: loaderData.kinds })}
      cells={{
        detail: ({ kindName, detail }) => `${kindName}：${detail}`,
        stateName: row => <StateTag of={row} tones={noticeTones} />,
        objections: ({ objections, openObjections }) =>
          openObjections ? <Tag tone="bad">{openObjections} 件待办</Tag> : objections ? `${objections} 件` : '无',
      }}
    />
  )
}
