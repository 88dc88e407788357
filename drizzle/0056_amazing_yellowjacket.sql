ALTER TABLE "file" ADD COLUMN "codes_read_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "codes_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "file_id_index" ON "file" USING btree ("id") WHERE codes_read_at is null;