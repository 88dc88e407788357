import { defineFileReferences } from '#modules/files/server/references.ts'
import { article, articleAsset, articleDraft, articleVersion } from '../tables.ts'

defineFileReferences(article.content, articleDraft.values, articleVersion.values, articleAsset.fileId)
