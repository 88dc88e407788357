import { defineFileReferences } from '#modules/files/server/references.ts'
import { course } from './tables.ts'

defineFileReferences(course.syllabus, course.attachmentIds)
