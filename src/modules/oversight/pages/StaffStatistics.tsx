import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffStatistics'
import { Charts } from './Charts.tsx'
import { MonthFigures } from './MonthFigures.tsx'

export { staffStatistics as handle } from './screens.ts'

type Asked = Input<ApiContract['GET /staff/statistics']> & { month?: string }

export const clientLoader = screenLoader(async (api, { query }) => {
  const { year, provinceCode, month } = listQuery<Asked>(query, 'year', 'provinceCode', 'month')
  const [statistics, figures] = await Promise.all([
    api('GET /staff/statistics', { year, provinceCode }),
    api('GET /staff/statistics/month', { month, provinceCode }),
  ])
  return { scope: { year, provinceCode }, statistics, figures }
})

export default function StaffStatistics({ loaderData: { scope, statistics, figures } }: Route.ComponentProps) {
  const save = () => saveFile('GET /staff/statistics/export', scope)
  return (
    <Charts
      answer={useLoaded(statistics)}
      heading="全部统计"
      actions={<SaveButton save={save}>导出</SaveButton>}
      head={<MonthFigures answer={useLoaded(figures)} choosesMonth />}
    />
  )
}
