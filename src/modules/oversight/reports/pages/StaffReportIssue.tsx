import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import type { Route } from './+types/StaffReportIssue'
import { ReportView } from './ReportView.tsx'

export { staffReportIssue as handle } from '../../pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /staff/report/issue', { id: pathId(params.id) }))

/** A report that was sent, with the figures of that day. */
export default function StaffReportIssue({ loaderData: of }: Route.ComponentProps) {
  const { id } = of
  useScreenName(of.title)
  return (
    <section className="desk-card">
      <div className="report-acts">
        <SaveButton save={() => saveFile('GET /staff/report/issue/file', { id, format: 'pdf' })}>下载 PDF</SaveButton>
        <SaveButton save={() => saveFile('GET /staff/report/issue/file', { id, format: 'docx' })}>下载 Word</SaveButton>
      </div>
      <ReportView of={of} />
    </section>
  )
}
