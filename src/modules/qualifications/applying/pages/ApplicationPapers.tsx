import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import type { Detail } from './MyQualification.tsx'

/** The documents that there are of an application by now. */
export function ApplicationPapers({ of: { apply, fee, review, cert } }: { of: Detail }) {
  const { id } = apply
  const papers = [
    apply.applyNo && { name: '申请表（PDF）', input: { type: 'applyForm' as const, id } },
    apply.applyNo && { name: '申请表（Word）', input: { type: 'applyForm' as const, id, format: 'docx' as const } },
    fee && fee.state !== 'confirmed' && { name: '缴费通知', input: { type: 'payNotice' as const, id } },
    review && { name: '评审通知', input: { type: 'notice' as const, id } },
    review?.nonconformities.length && { name: '不符合项通知', input: { type: 'nonconformity' as const, id } },
    cert && { name: '证书', input: { type: 'certificate' as const, certId: cert.id } },
  ].filter(paper => typeof paper === 'object' && paper !== null)
  if (papers.length === 0) return null
  return (
    <p className="form-actions application-papers">
      {papers.map(({ name, input }) => (
        <DownloadButton key={name} from="POST /qualification/download" input={input}>
          下载{name}
        </DownloadButton>
      ))}
    </p>
  )
}
