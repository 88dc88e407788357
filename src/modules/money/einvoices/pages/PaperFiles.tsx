import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import './paperFiles.css'

type Props = { files: readonly { id: number; ext: string }[]; number: string }

/** A paper in each of its forms, to be saved. */
export function PaperFiles({ files, number }: Props) {
  if (files.length === 0) return '—'
  return (
    <span className="paper-files">
      {files.map(({ id, ext }) => (
        <DownloadButton key={id} from="GET /file/{id}" input={{ id, download: '1' }}>
          {ext.toUpperCase()}
          <span className="hidden-text">：{number}</span>
        </DownloadButton>
      ))}
    </span>
  )
}
