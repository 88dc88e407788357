import { Button, Progress } from 'antd'
import type { ReactNode } from 'react'
import { useFile } from '#api/useFile.ts'
import { fileSize } from '#lib/size.ts'
import { type FileUse, isPicture } from '#lib/uploads.ts'
import type { Sending, UploadedFile } from './useUploads.ts'

type StoredProps = {
  file: UploadedFile
  use: FileUse
  warning: ReactNode
  onPreview: () => void
  onRemove: (() => void) | undefined
  /** Buttons that change its place. */
  movers: ReactNode
}

/** A file that is there. */
export function StoredRow({ file, use, warning, onPreview, onRemove, movers }: StoredProps) {
  const { name = '已上传的文件', size, type = use === 'picture' ? 'image/' : '' } = file
  return (
    <li className="upload-row">
      {isPicture(type) ? <Thumbnail id={file.id} /> : <Kind name={name} />}
      <span className="upload-name">{name}</span>
      {size !== undefined && <span className="upload-size">{fileSize(size)}</span>}
      <span className="upload-acts">
        {movers}
        {(isPicture(type) || type === 'application/pdf') && (
          <Button type="link" onClick={onPreview}>
            预览<span className="hidden-text">{name}</span>
          </Button>
        )}
        {onRemove && (
          <Button type="link" onClick={onRemove}>
            移除<span className="hidden-text">{name}</span>
          </Button>
        )}
      </span>
      {warning && <div className="upload-note">{warning}</div>}
    </li>
  )
}

function Thumbnail({ id }: { id: number }) {
  const { url } = useFile(id, '320')
  return <span className="upload-kind">{url && <img src={url} alt="" />}</span>
}

const Kind = ({ name }: { name: string }) => (
  <span className="upload-kind" aria-hidden="true">
    {(name.match(/\.(\w{1,4})$/)?.[1] ?? '').toUpperCase()}
  </span>
)

type SendingProps = { sending: Sending; onRetry: () => void; onCancel: () => void }

/** A file on its way, or what became of it. */
export function SendingRow({ sending: { file, progress, error, canRetry }, onRetry, onCancel }: SendingProps) {
  const { sent, total, speed } = progress
  // The form around the file counts, too; and the last per cent is the server's to say.
  const percent = Math.min(99, Math.floor((100 * sent) / Math.max(1, total)))
  return (
    <li className="upload-row" data-failed={error ? true : undefined}>
      <Kind name={file.name} />
      <span className="upload-name">{file.name}</span>
      <span className="upload-size">{fileSize(file.size)}</span>
      <span className="upload-acts">
        {error && canRetry && (
          <Button type="link" onClick={onRetry}>
            重试<span className="hidden-text">{file.name}</span>
          </Button>
        )}
        <Button type="link" onClick={onCancel}>
          {error ? '移除' : '取消'}
          <span className="hidden-text">{file.name}</span>
        </Button>
      </span>
      {error ? (
        <p className="upload-note upload-error">{error}</p>
      ) : (
        <div className="upload-note">
          <Progress percent={percent} showInfo={false} size="small" aria-label={`正在上传 ${file.name}`} />
          <small>{sent < total ? `${percent}%，每秒 ${fileSize(speed)}` : '已送达，正在检查…'}</small>
        </div>
      )}
    </li>
  )
}
