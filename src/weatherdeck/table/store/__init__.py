"""What is kept: records of tables and matches in SQL, and updates between servers that share a store."""
