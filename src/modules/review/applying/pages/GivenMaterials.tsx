import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'

type Slot = { code: string; name: string; files: UploadedFile[] }

/** The materials of an application that is handed in, folded away. */
export function GivenMaterials({ slots }: { slots: readonly Slot[] }) {
  const given = slots.filter(({ files }) => files.length > 0)
  if (given.length === 0) return null
  return (
    <details className="centre-card application-part">
      <summary>
        <h2>材料（{given.length}）</h2>
      </summary>
      {given.map(({ code, name, files }) => (
        <div className="field" key={code}>
          <span className="field-label">{name}</span>
          <Upload use="material" label={name} value={files} onChange={() => {}} readOnly />
        </div>
      ))}
    </details>
  )
}
