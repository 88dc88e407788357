CREATE TABLE "database_info" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"schema_release" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
INSERT INTO "database_info" DEFAULT VALUES;
--> statement-breakpoint
ALTER TABLE "backup_copy" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "backup_copy" ADD COLUMN "is_manual" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "backup_copy" ADD COLUMN "is_other" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "job_run" ADD COLUMN "note" text DEFAULT '' NOT NULL;