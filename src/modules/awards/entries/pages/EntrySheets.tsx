import { DownloadButton } from '#ui/file/DownloadButton.tsx'

/** 申报书, to be printed and sealed; `before`: what is typed is kept first. */
export const EntrySheets = ({ id }: { id: number }) => (
  <p className="form-actions application-papers">
    <DownloadButton from="POST /award/download" input={{ id, format: 'pdf' }}>
      下载申报书（PDF）
    </DownloadButton>
    <DownloadButton from="POST /award/download" input={{ id, format: 'docx' }}>
      下载申报书（Word）
    </DownloadButton>
  </p>
)
