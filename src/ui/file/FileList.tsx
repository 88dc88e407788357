import { fileSize } from '#lib/size.ts'
import { Icon } from '../Icon.tsx'
import './fileList.css'

type File = { id: number; name: string; url: string; size: number; ext: string }

/** Attachments, with kind and size said before anyone downloads. */
export function FileList({ files }: { files: File[] }) {
  if (files.length === 0) return null
  return (
    <section className="file-list" aria-labelledby="files">
      <h2 id="files">附件（{files.length}）</h2>
      <ul role="list">
        {files.map(({ id, name, url, size, ext }) => (
          <li key={id}>
            <a href={url} download={name}>
              <span className="file-kind" data-ext={ext} aria-hidden="true">
                {ext.toUpperCase()}
              </span>
              <span className="file-name">{name}</span>
              <span className="file-size">
                {ext.toUpperCase()}，{fileSize(size)}
              </span>
              <Icon name="download" size={18} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
