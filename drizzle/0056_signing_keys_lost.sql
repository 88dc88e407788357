ALTER TABLE "signing_key" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "signing_key" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "signing_key" ADD COLUMN "lost_reason" text DEFAULT '' NOT NULL;