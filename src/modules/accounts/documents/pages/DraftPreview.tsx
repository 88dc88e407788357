import { useRouteLoaderData } from 'react-router'
import { useApi } from '#api/useApi.ts'
import type { SiteConfig } from '#layouts/head.ts'
import { TextComparison } from '#ui/table/TextComparison.tsx'
import type { DocumentName } from '../documentNames.ts'
import { plainText, sectionsOf } from '../documentText.ts'
import { Sections } from './Sections.tsx'
import type { Published } from './StaffDocuments.tsx'

type Props = { document: DocumentName; text: string; against: Published | undefined }

/** How what is typed will be read, and what it changes. */
export function DraftPreview({ document, text, against }: Props) {
  const { association } = useRouteLoaderData<SiteConfig>('root')!
  const { data } = useApi('GET /staff/document/detail', against ? { id: against.id } : null)
  return (
    <div className="document-views">
      <details>
        <summary>预览</summary>
        <div className="document-preview" data-document={document}>
          <Sections of={sectionsOf(text, association)} level={4} />
        </div>
      </details>
      {data && (
        <details>
          <summary>与现行版本 {data.version} 比较</summary>
          <div className="comparison">
            <TextComparison
              before={data.plain}
              after={plainText(text, association)}
              titles={[`版本 ${data.version}`, '草稿']}
              same="文字与现行版本相同。"
            />
          </div>
        </details>
      )}
    </div>
  )
}
