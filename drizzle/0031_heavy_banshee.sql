ALTER TABLE "mailing" ADD COLUMN "file_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "file_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "message" SET "file_ids" = ARRAY["file_id"] WHERE "file_id" IS NOT NULL;--> statement-breakpoint
UPDATE "mailing" SET "file_ids" = ARRAY["file_id"] WHERE "file_id" IS NOT NULL;--> statement-breakpoint
UPDATE "outbox" SET "attachment" = jsonb_build_array("attachment") WHERE jsonb_typeof("attachment") = 'object';
