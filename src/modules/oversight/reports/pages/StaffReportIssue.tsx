import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Route } from './+types/StaffReportIssue'
import { ReportFiles, ReportView } from './ReportView.tsx'

export { staffReportIssue as handle } from '../../pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /staff/report/issue', { id: pathId(params.id) }))

/** A report that was sent, with the figures of that day. */
export default function StaffReportIssue({ loaderData: of }: Route.ComponentProps) {
  const { id } = of
  useScreenName(of.title)
  return (
    <section className="desk-card">
      <div className="report-acts">
        <ReportFiles save={format => saveFile('GET /staff/report/issue/file', { id, format })} />
      </div>
      <ReportView of={of} />
    </section>
  )
}
