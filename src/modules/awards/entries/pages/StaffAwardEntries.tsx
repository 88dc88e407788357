import { saveFile } from '#api/file.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { entries } from '#modules/awards/pages/registers.ts'
import { ApplicationTag } from '#modules/review/applying/pages/ApplicationTag.tsx'
import { nameOfState } from '#modules/review/workflow.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { entryFilters } from '../../entryFilters.ts'
import { entryStates } from '../entryStates.ts'
import type { Route } from './+types/StaffAwardEntries'

export { staffAwardEntries as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const { callId } = entries.askedIn(address.query)
  const [list, options] = await Promise.all([
    entries.load(api, address),
    api('GET /staff/award/entry/options', { callId }),
  ])
  return { ...list, options }
})

/** 申报: what was handed in, by call, group and state. */
export default function StaffAwardEntries({ loaderData }: Route.ComponentProps) {
  const { options } = loaderData
  const { callId, group } = loaderData.asked
  return (
    <RegisterTable
      of={entries}
      loaded={loaderData}
      unit="项"
      empty={{ title: '还没有申报', children: <p>会员提交申报书以后，在这里列出。</p> }}
      filters={registerFilters(entryFilters, {
        callId: options.calls.map(({ id, title }) => ({ code: String(id), name: title })),
        year: [],
        group: options.groups,
        status: entryStates.map(code => ({ code, name: nameOfState(code) })),
      })}
      actions={
        callId && (
          <SaveButton save={() => saveFile('GET /staff/award/entry/materials', { callId, group })}>下载材料</SaveButton>
        )
      }
      cells={{
        statusName: row => <ApplicationTag status={row.status} name={row.statusName} />,
        score: ({ score, cells }) => score?.toFixed(3) ?? cells.score,
      }}
    />
  )
}
