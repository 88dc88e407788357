import { defineFileReferences } from '#modules/files/server/references.ts'
import { nonconformity, siteReview } from '../site/server/tables.ts'

defineFileReferences(siteReview.fileIds, nonconformity.fileIds)
