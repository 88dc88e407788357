import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { ListFilterField } from '#ui/table/ListFilterField.tsx'
import { recentMonths } from '../../pages/recentMonths.ts'
import type { Route } from './+types/StaffReport'
import { ReportFiles, ReportView } from './ReportView.tsx'

export { staffReport as handle } from '../../pages/screens.ts'

export const clientLoader = screenLoader(async (api, { params, query }) => {
  const id = pathId(params.id)
  return { id, content: await api('GET /staff/report/preview', { id, month: query.get('month') || undefined }) }
})

/** A report of a month, counted now. */
export default function StaffReport({ loaderData: { id, content } }: Route.ComponentProps) {
  const { data } = useLoaded(content)
  const { month, title } = data
  useScreenName(title)
  return (
    <section className="desk-card">
      <div className="report-acts">
        <ListFilterField name="month" label="月份" options={recentMonths()} always={month} />
        <ReportFiles save={format => saveFile('GET /staff/report/file', { id, month, format })} />
      </div>
      <ReportView of={data} />
    </section>
  )
}
